use toolwright::generated::*;

use crate::fixture::{FIND_PET, api, executor_of, leaked, request, tool};
use crate::upstream::Upstream;

fn leaked_servers(servers: &[&str]) -> &'static [BaseUrl] {
    let servers = servers
        .iter()
        .map(|server| BaseUrl::of(Box::leak((*server).to_owned().into_boxed_str())));
    Box::leak(servers.collect())
}

#[tokio::test]
async fn explicit_before_environment_before_spec() {
    let explicit = Upstream::ok().await;
    let environment = Upstream::ok().await;
    let spec = Upstream::ok().await;
    let api = api(leaked_servers(&["/relative", &spec.base_url()]));
    let variables = [("PETS_BASE_URL", environment.base_url())];
    let variables = [(variables[0].0, variables[0].1.as_str())];

    let executor = executor_of(api, &variables)
        .base_url(explicit.base_url())
        .build()
        .unwrap();
    executor.execute(&FIND_PET, request()).await;
    assert_eq!(explicit.received().len(), 1);

    let executor = executor_of(api, &variables).build().unwrap();
    executor.execute(&FIND_PET, request()).await;
    assert_eq!(environment.received().len(), 1);
    assert_eq!(executor.base_url(), Some(environment.base_url().as_str()));

    let executor = executor_of(api, &[]).build().unwrap();
    executor.execute(&FIND_PET, request()).await;
    assert_eq!(spec.received().len(), 1);
}

#[tokio::test]
async fn an_operation_may_have_a_server_of_its_own() {
    let own = Upstream::ok().await;
    let spec = Upstream::ok().await;
    let mut uploads = tool(&[]);
    uploads.call = CallOptions::DEFAULT.servers(leaked_servers(&[&own.base_url()]));
    let uploads: &'static Tool = leaked(uploads);
    let api = api(leaked_servers(&[&spec.base_url()]));

    executor_of(api, &[])
        .build()
        .unwrap()
        .execute(uploads, request())
        .await;
    assert_eq!((own.received().len(), spec.received().len()), (1, 0));

    let chosen = executor_of(api, &[])
        .base_url(spec.base_url())
        .build()
        .unwrap();
    chosen.execute(uploads, request()).await;
    assert_eq!((own.received().len(), spec.received().len()), (1, 1));
}

#[tokio::test]
async fn a_server_that_is_nowhere_says_what_to_set() {
    for (servers, expected) in [
        (
            &["/api/v3"][..],
            "GET /pets/rex was not sent. The spec's server '/api/v3' is relative to where the spec \
             is served, which is not known. Set PETS_BASE_URL to the base URL of the API, such as \
             https://api.example.com/api/v3.",
        ),
        (
            &[],
            "GET /pets/rex was not sent. The spec names no server. Set PETS_BASE_URL to the base \
             URL of the API.",
        ),
    ] {
        let executor = executor_of(api(leaked_servers(servers)), &[])
            .build()
            .unwrap();
        assert_eq!(executor.base_url(), None);
        let outcome = executor.execute(&FIND_PET, request()).await;
        assert!(outcome.is_error);
        assert_eq!(outcome.text, expected);
    }
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    for (variable, value, message) in [
        (
            "PETS_BASE_URL",
            "localhost:8080",
            "PETS_BASE_URL is not usable: ",
        ),
        ("PETS_BASE_URL", "ftp://x", "PETS_BASE_URL is not usable: "),
        (
            "PETS_BASE_URL",
            "http://u:hunter2@x",
            "PETS_BASE_URL is not usable: ",
        ),
        (
            "PETS_BASE_URL",
            "http://x/?a=b",
            "PETS_BASE_URL is not usable: ",
        ),
        ("PETS_TIMEOUT_SECS", "soon", "PETS_TIMEOUT_SECS is 'soon', "),
        ("PETS_TIMEOUT_SECS", "0", "PETS_TIMEOUT_SECS is '0', "),
        ("PETS_TIMEOUT_SECS", "-1", "PETS_TIMEOUT_SECS is '-1', "),
    ] {
        let error = executor_of(api(&[]), &[(variable, value)])
            .build()
            .unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
        assert!(!error.to_string().contains("hunter2"), "{error}");
    }
}
