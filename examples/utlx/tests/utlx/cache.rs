//! U19: the index is built once and cached.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::server::{Server, Setup};
use crate::suite::{GOOD, setup_with};

const CACHE: &str = ".utlx/conformance-index.json";

fn first_example(server: &mut Server) -> Value {
    let data = server.data(
        "get_examples",
        json!({"inputFormat": "json", "outputFormat": "json"}),
    );
    data["examples"][0].clone()
}

/// Starts a server over the files of another one.
fn restart(home: &Path, config: &str) -> Server {
    let mut setup = setup_with(&[(
        "good.yaml",
        &fs::read_to_string(home.join("suite/good.yaml")).expect("is there"),
    )]);
    if !config.is_empty() {
        setup = setup.config(config);
    }
    if let Ok(cache) = fs::read(home.join(CACHE)) {
        setup = setup.file(CACHE, cache);
    }
    setup.start()
}

fn cache_of(server: &Server) -> Value {
    serde_json::from_slice(&fs::read(server.home().join(CACHE)).expect("is cached"))
        .expect("is JSON")
}

#[test]
fn u19_the_index_is_read_from_the_cache() {
    let mut server = setup_with(&[("good.yaml", GOOD)]).start();
    assert_eq!(first_example(&mut server)["description"], "Adds numbers");
    let mut cache = cache_of(&server);
    assert_eq!(cache["version"], 1);
    assert_eq!(cache["content_hash"].as_str().map(str::len), Some(64));
    // What is in the cache is what is served: it was not built again.
    cache["index"]["cases"][0]["description"] = json!("From the cache");
    fs::write(server.home().join(CACHE), cache.to_string()).expect("is written");
    let mut again = restart(server.home(), "");
    assert_eq!(first_example(&mut again)["description"], "From the cache");
    let mut rebuilt = restart(
        server.home(),
        "tools: {get_examples: {rebuild_on_startup: true}}\n",
    );
    assert_eq!(first_example(&mut rebuilt)["description"], "Adds numbers");
    assert_eq!(
        cache_of(&rebuilt)["index"]["cases"][0]["description"],
        "Adds numbers"
    );
}

#[test]
fn u19_a_stale_or_damaged_cache_is_built_again() {
    let mut server = setup_with(&[("good.yaml", GOOD)]).start();
    first_example(&mut server);
    let cache = cache_of(&server);
    let other_version = {
        let mut cache = cache.clone();
        cache["version"] = json!(0);
        cache["index"] = json!("another form");
        cache.to_string()
    };
    for damaged in [
        other_version,
        cache.to_string()[..100].to_owned(),
        "[]".to_owned(),
    ] {
        fs::write(server.home().join(CACHE), damaged).expect("is written");
        let mut again = restart(server.home(), "");
        assert_eq!(first_example(&mut again)["description"], "Adds numbers");
        assert_eq!(cache_of(&again), cache);
    }
    // Another content is another hash.
    let suite = server.home().join("suite/good.yaml");
    fs::write(&suite, GOOD.replace("Adds numbers", "Adds all numbers")).expect("is written");
    let mut again = restart(server.home(), "");
    assert_eq!(first_example(&mut again)["description"], "Adds all numbers");
}

#[test]
fn u19_a_cache_that_cannot_be_written_is_no_failure() {
    let mut server = Setup::new()
        .file("occupied", "a file")
        .config("tools: {get_examples: {index_path: occupied/index.json}}\n")
        .start();
    let data = server.data(
        "get_examples",
        json!({"inputFormat": "xml", "outputFormat": "json"}),
    );
    assert_eq!(data["indexed"]["cases"], 6);
}
