use toolwright::generated::*;

use crate::fixture::{FIND_PET, api, executor_of, leaked, request, tool};
use crate::upstream::Upstream;

fn leaked_servers(servers: &[&str]) -> &'static [BaseUrl] {
    let servers = servers
        .iter()
        .map(|server| BaseUrl::new(Box::leak((*server).to_owned().into_boxed_str())));
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
            "GET /pets/rex was not sent. The spec's server '/api/v3' is relative to the URL of the spec, \
             which is unknown. Set PETS_BASE_URL to the base URL of the API, for example \
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
            "PETS_BASE_URL is not usable: expected a URL (http:// or https://)",
        ),
        (
            "PETS_BASE_URL",
            "notaurl",
            "PETS_BASE_URL is not usable: expected a URL (http:// or https://)",
        ),
        (
            "PETS_BASE_URL",
            "ftp://x",
            "PETS_BASE_URL is not usable: expected a URL (http:// or https://)",
        ),
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

const REGION: UrlVariable = UrlVariable::new("region")
    .default("eu")
    .values(&["eu", "us"]);

const TENANT: UrlVariable = UrlVariable::new("tenantId");

static SERVERS: [BaseUrl; 4] = [
    BaseUrl::new("/relative"),
    BaseUrl::new("https://{region}.example.com")
        .description("Production")
        .variables(&[REGION]),
    BaseUrl::new("https://sandbox.example.com").description("Sandbox"),
    BaseUrl::new("https://example.com/{tenantId}")
        .description("Tenants")
        .variables(&[TENANT]),
];

fn base(environment: &[(&'static str, &str)]) -> Result<String, String> {
    let executor = executor_of(api(&SERVERS), environment).build();
    let executor = executor.map_err(|error| error.to_string())?;
    Ok(executor.base_url().unwrap_or("none").to_owned())
}

#[test]
fn one_of_several_servers_is_chosen() {
    for (choice, expected) in [
        (None, "https://eu.example.com"),
        (Some("1"), "none"),
        (Some("2"), "https://eu.example.com"),
        (Some("3"), "https://sandbox.example.com"),
        (Some("sandbox"), "https://sandbox.example.com"),
        (
            Some("https://sandbox.example.com/"),
            "https://sandbox.example.com",
        ),
        (
            Some("https://{region}.example.com"),
            "https://eu.example.com",
        ),
        (Some("https://eu.example.com"), "https://eu.example.com"),
    ] {
        let environment: Vec<_> = choice
            .map(|choice| ("PETS_SERVER", choice))
            .into_iter()
            .collect();
        assert_eq!(base(&environment).unwrap(), expected, "{choice:?}");
    }
    for wrong in ["0", "5", "Production!"] {
        assert_eq!(
            base(&[("PETS_SERVER", wrong)]).unwrap_err(),
            format!(
                "PETS_SERVER is not usable: '{wrong}' is not one of the servers: 1 (/relative), 2 \
                 (https://{{region}}.example.com, 'Production'), 3 (https://sandbox.example.com, \
                 'Sandbox'), 4 (https://example.com/{{tenantId}}, 'Tenants')"
            )
        );
    }
}

#[test]
fn variables_of_servers_come_from_the_environment() {
    let region = |value| base(&[("PETS_SERVER_REGION", value)]);
    assert_eq!(region("us").unwrap(), "https://us.example.com");
    assert_eq!(
        region("mars").unwrap_err(),
        "PETS_SERVER_REGION is not usable: 'mars' is not one of eu, us"
    );
    // No server that is used has it.
    let other = base(&[("PETS_SERVER", "3"), ("PETS_SERVER_REGION", "mars")]);
    assert_eq!(other.unwrap(), "https://sandbox.example.com");
    let tenant = |value| base(&[("PETS_SERVER", "Tenants"), ("PETS_SERVER_TENANT_ID", value)]);
    assert_eq!(tenant("acme").unwrap(), "https://example.com/acme");
    assert_eq!(
        tenant("a?b").unwrap_err(),
        "PETS_SERVER_TENANT_ID is not usable: it makes https://example.com/a?b of \
         https://example.com/{tenantId}, and it has a query or a fragment"
    );
}

#[tokio::test]
async fn a_variable_without_a_value_is_told() {
    let executor = executor_of(api(&SERVERS), &[]).server("4").build().unwrap();
    assert_eq!(
        executor.execute(&FIND_PET, request()).await.text,
        "GET /pets/rex was not sent. The URL of the spec's server, https://example.com/{tenantId}, \
         has no value for {tenantId}. Set PETS_SERVER_TENANT_ID."
    );
}

#[test]
fn the_program_may_set_variables() {
    let builder = || executor_of(api(&SERVERS), &[("PETS_SERVER_REGION", "eu")]);
    let executor = builder().server_variable("region", "us").build().unwrap();
    assert_eq!(executor.base_url(), Some("https://us.example.com"));
    let unknown = builder().server_variable("planet", "mars").build();
    assert_eq!(
        unknown.unwrap_err().to_string(),
        "the server variable 'planet' is not usable: the servers of the spec have region, tenantId"
    );
}

#[tokio::test]
async fn operations_with_servers_of_their_own_follow_the_choice() {
    let [first, second, spec] = [
        Upstream::ok().await,
        Upstream::ok().await,
        Upstream::ok().await,
    ];
    let mut uploads = tool(&[]);
    let both = leaked_servers(&[&first.base_url(), &second.base_url()]);
    uploads.call = CallOptions::DEFAULT.servers(both);
    let uploads: &'static Tool = leaked(uploads);
    let api = api(leaked_servers(&[
        &spec.base_url(),
        "https://b.example",
        "https://c.example",
    ]));
    for choice in ["2", "3"] {
        let executor = executor_of(api, &[("PETS_SERVER", choice)])
            .build()
            .unwrap();
        executor.execute(uploads, request()).await;
    }
    assert_eq!((first.received().len(), second.received().len()), (1, 1));
}

#[tokio::test]
async fn a_gateway_has_a_path_of_its_own() {
    let upstream = Upstream::ok().await;
    let own = leaked(
        tool(&[]).call(CallOptions::DEFAULT.servers(leaked_servers(&[&upstream.base_url()]))),
    );
    let api = api(leaked_servers(&[&upstream.base_url()]));
    let prefix = [("PETS_PATH_PREFIX", "gateway/eu/")];
    let executor = executor_of(api, &prefix).build().unwrap();
    executor.execute(&FIND_PET, request()).await;
    executor.execute(own, request()).await;
    let with_base = executor_of(api, &prefix).base_url(upstream.base_url());
    let executor = with_base.path_prefix("/other").build().unwrap();
    executor.execute(&FIND_PET, request()).await;
    let received = upstream.received();
    for (sent, path) in received.iter().zip(["gateway/eu", "gateway/eu", "other"]) {
        assert!(
            sent.starts_with(&format!("GET /v1/{path}/pets/rex HTTP/1.1\r\n")),
            "{sent}"
        );
    }
    assert_eq!(received.len(), 3);
}
