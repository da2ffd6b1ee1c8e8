// Where settings are is different elsewhere.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::json;
use toolwright::HttpExecutor;

use crate::authority::{Authority, Manners};
use crate::fixture::{executor, request, scoped};
use crate::sources::Folder;

/// Where a login to `person` is in a folder for settings.
fn file(folder: &Folder) -> PathBuf {
    let path = folder.file("toolwright/pets/pets_person.json");
    fs::create_dir_all(Path::new(&path).parent().unwrap()).unwrap();
    path.into()
}

/// A login whose token expires in so many seconds.
fn write(folder: &Folder, authority: &Authority, seconds: i64, refresh: Option<&str>) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let expires_at = i64::try_from(now.as_secs()).unwrap() + seconds;
    let document = json!({
        "access_token": "token-0-secret",
        "refresh_token": refresh,
        "expires_at": expires_at,
        "renew_at": expires_at,
        "client_id": "me",
        "token_url": format!("http://{}/oauth/token", authority.server.address()),
    });
    fs::write(file(folder), document.to_string()).unwrap();
}

fn of(authority: &Authority, folder: &Folder) -> Arc<HttpExecutor> {
    let root = folder.file("");
    let builder = executor(&[
        ("XDG_CONFIG_HOME", root.as_str()),
        ("HOME", root.as_str()),
        ("PETS_PERSON_CLIENT_SECRET", "s3/cret"),
    ]);
    let builder = builder.base_url(authority.server.base_url());
    Arc::new(builder.build().unwrap())
}

async fn call(executor: &HttpExecutor) -> Result<(), String> {
    let outcome = executor.execute(scoped(7, &[]), request()).await;
    if outcome.is_error {
        Err(outcome.text)
    } else {
        Ok(())
    }
}

#[tokio::test]
async fn a_login_is_renewed_once_and_saved() {
    let folder = Folder::new("login");
    let authority = Authority::start(Manners {
        with: r#","expires_in":3600,"refresh_token":"refresh-2-secret""#,
        delay: Duration::from_millis(50),
        ..Manners::default()
    })
    .await;
    write(&folder, &authority, -1, Some("refresh-1-secret"));
    let executor = of(&authority, &folder);
    let calls = (0..50).map(|_| {
        let executor = executor.clone();
        tokio::spawn(async move { call(&executor).await })
    });
    for call in calls.collect::<Vec<_>>() {
        call.await.unwrap().unwrap();
    }
    let forms = authority.forms();
    assert_eq!(forms.len(), 1);
    assert_eq!(forms[0]["refresh_token"], "refresh-1-secret");
    let saved = fs::read_to_string(file(&folder)).unwrap();
    for part in ["token-1-secret", "refresh-2-secret", "/oauth/token"] {
        assert!(saved.contains(part), "{saved}");
    }
    let mode = fs::metadata(file(&folder)).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let drafts = fs::read_dir(file(&folder).parent().unwrap()).unwrap();
    assert_eq!(drafts.count(), 1);
    assert!(!format!("{executor:?}").contains("-secret"));
}

#[tokio::test]
async fn a_login_and_its_end_are_seen_at_once() {
    let folder = Folder::new("logout");
    let authority = Authority::start(Manners::default()).await;
    let executor = of(&authority, &folder);
    let advice = "run this server's program with `login person`.";
    assert!(call(&executor).await.unwrap_err().contains(advice));
    write(&folder, &authority, 3600, None);
    call(&executor).await.unwrap();
    fs::remove_file(file(&folder)).unwrap();
    assert!(call(&executor).await.unwrap_err().contains(advice));
}

#[tokio::test]
async fn a_login_that_can_not_be_renewed_says_so() {
    let folder = Folder::new("ended");
    let authority = Authority::start(Manners {
        fails: Some((
            "400 Bad Request",
            r#"{"error":"invalid_grant","error_description":"refresh-1-secret is used up"}"#,
        )),
        ..Manners::default()
    })
    .await;
    let executor = of(&authority, &folder);
    write(&folder, &authority, -1, Some("refresh-1-secret"));
    let why = call(&executor).await.unwrap_err();
    let expected = "The login to person could not be renewed: ";
    assert!(why.contains(expected) && !why.contains("-secret"), "{why}");
    assert!(why.ends_with("invalid_grant (*** is used up). Sign in again with `login`."));

    write(&folder, &authority, -1, None);
    let why = call(&executor).await.unwrap_err();
    assert!(why.contains("The login to person has expired"), "{why}");

    fs::write(file(&folder), "{").unwrap();
    let why = call(&executor).await.unwrap_err();
    assert!(why.contains("it was not written by `login`"), "{why}");
}
