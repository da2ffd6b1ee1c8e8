use super::*;

fn read(file: &str, variables: &[(&str, &str)]) -> Result<Settings, String> {
    let home = tempfile::tempdir().expect("a directory");
    let directory = home.path().join(".utlx");
    std::fs::create_dir(&directory).expect("is created");
    std::fs::write(directory.join("mcp-config.yaml"), file).expect("is written");
    let lookup = |name: &str| {
        let mut variables = variables.iter();
        let found = variables.find(|(known, _)| *known == name);
        found.map(|(_, value)| (*value).to_owned())
    };
    Settings::read(home.path(), &lookup).map_err(|error| {
        let text = error.to_string();
        text.replace(&home.path().display().to_string(), "~")
    })
}

#[test]
fn the_configuration_of_the_seed_has_the_defaults() {
    let text = "daemon:\n  url: http://localhost:7778\n  timeout: 10000\n  retry_attempts: 3\nserver:\n  port: 7779\n  \
                log_level: info\ntools:\n  get_examples:\n    index_path: ~/.utlx/conformance-index.json\n    \
                rebuild_on_startup: false\n  execute_transformation:\n    timeout: 5000\n    max_memory_mb: 100\n";
    let mut settings = read(text, &[]).expect("is valid");
    assert_eq!(settings.server.log_level.take().as_deref(), Some("info"));
    let index = settings.get_examples.index_path.clone();
    let home = index.ancestors().nth(2).expect("is in the home directory");
    assert_eq!(settings, Settings::defaults(home));
}

#[test]
fn variables_override_the_file_and_the_file_overrides_defaults() {
    let file = "daemon: {url: 'http://a:1', timeout: 7}\n";
    let settings = read(
        file,
        &[("UTLX_DAEMON_URL", "http://b:2"), ("MCP_PORT", "81")],
    );
    let settings = settings.expect("is valid");
    assert_eq!(settings.daemon.url, "http://b:2");
    assert_eq!(settings.daemon.timeout, Duration::from_millis(7));
    assert_eq!(settings.server.port, 81);
    assert_eq!(settings.daemon.retry_attempts, 3);
}

#[test]
fn everything_that_is_wrong_is_told_with_its_place() {
    let file = "daemon:\n  timeout: soon\n  retry_atempts: 1\nserver: 7779\ntools:\n  get_examples:\n    \
                rebuild_on_startup: maybe\n";
    let errors = read(file, &[("MCP_PORT", "x")]).expect_err("is not valid");
    assert_eq!(
        errors.lines().collect::<Vec<_>>(),
        [
            "~/.utlx/mcp-config.yaml:2:12: `daemon.timeout` must be a number of milliseconds from 1 to 3600000 (got \
             \"soon\")",
            "~/.utlx/mcp-config.yaml:3:3: `daemon.retry_atempts` is not a setting. Did you mean `retry_attempts`? \
             Allowed here: dialect, url, timeout, retry_attempts",
            "~/.utlx/mcp-config.yaml:4:9: server must be a mapping with the keys port, log_level (got 7779)",
            "~/.utlx/mcp-config.yaml:7:25: `tools.get_examples.rebuild_on_startup` must be true or false (got \
             \"maybe\")",
            "MCP_PORT must be a port from 1 to 65535 (got \"x\")",
        ]
    );
    let error = read("daemon: [\n", &[]).expect_err("is not YAML");
    assert!(
        error.starts_with("~/.utlx/mcp-config.yaml:2:1: not valid YAML: "),
        "{error}"
    );
}

#[test]
fn the_ports_of_daemon_and_server_differ() {
    let settings = read("daemon: {dialect: utlx-1}\n", &[]).expect("is valid");
    assert_eq!(settings.daemon.url, "http://localhost:7779");
    assert_eq!(settings.server.port, 7780);
    let error = read("daemon: {url: 'http://localhost:7779'}\n", &[]).expect_err("is the same");
    assert!(error.contains("UTLX_DAEMON_URL or MCP_PORT"), "{error}");
    let error = read("", &[("UTLX_CONFIG", "/no/such.yaml")]).expect_err("is named");
    assert!(error.starts_with("/no/such.yaml: the configuration file cannot be read"));
}

#[test]
#[cfg(unix)]
fn values_that_are_not_utf_8_are_rejected() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt as _;

    let names = ["UTLX_CONFIG", "UTLX_DAEMON_CA_FILE", "MCP_PORT", "PATH"];
    let variables = names.map(|name| (OsString::from(name), OsString::from_vec(vec![0xff])));
    let errors = environment::reject_unreadable_values(variables.into_iter());
    let messages: Vec<String> = errors.into_iter().map(|error| error.message).collect();
    let expected = |name| format!("{name} is set to a value that is not UTF-8");
    assert_eq!(
        messages,
        ["UTLX_CONFIG", "UTLX_DAEMON_CA_FILE", "MCP_PORT"].map(expected)
    );
}
