//! The command line of a generated server.

mod about;
mod access;
mod bridge_options;
mod credential_variables;
mod environment;
mod help;
mod http_options;
mod log;
mod login;
mod missing_feature;
mod option_values;
mod options;
mod server_variables;
mod serving_options;
mod session_options;
mod upstream_options;
mod variable;
mod variables;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{ErrorKind, IsTerminal as _, Write};
use std::net::SocketAddr;
use std::process::ExitCode;

use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::{Builder, Runtime};

use crate::api::Api;
use crate::http::HttpExecutorBuilder;
use crate::server::Server;
use crate::tools::{IntoTools, Tools};
pub use about::describe_server;
use access::AccessControl;
use environment::ProcessEnvironment;
#[cfg(not(all(feature = "metrics", feature = "upstream")))]
use missing_feature::describe_missing_feature;
use options::{Action, DEFAULT_LISTEN, Options, Transport, Upstream};
use toolwright_inspect::suggest::{did_you_mean, suggest_name};

/// Exit code for a command line that can't be understood, as `clap` and GNU tools have it.
const USAGE: u8 = 2;

/// Runs a server as the process's command line says: the whole `main` of a generated server. Several
/// sources of tools are joined by [`Tools::and`] and [`Tools::and_own`].
///
/// ```no_run
/// # use toolwright::Api;
/// # static API: Api = Api::new("pets");
/// fn main() -> std::process::ExitCode {
///     toolwright::run(&API)
/// }
/// ```
pub fn run(tools: impl IntoTools) -> ExitCode {
    let arguments = lexopt::Parser::from_env();
    run_tools(tools.into_tools(), arguments, DEFAULT_LISTEN)
}

/// [`run`] with options of the program's own in front of the command line, whose options override them: for a
/// server that has a configuration of its own for the address it listens on or for its log.
///
/// ```no_run
/// # use toolwright::Api;
/// # static API: Api = Api::new("pets");
/// fn main() -> std::process::ExitCode {
///     toolwright::run_with_defaults(&API, ["--listen", "127.0.0.1:7779"])
/// }
/// ```
pub fn run_with_defaults(
    tools: impl IntoTools,
    defaults: impl IntoIterator<Item = impl Into<OsString>>,
) -> ExitCode {
    let defaults: Vec<OsString> = defaults.into_iter().map(Into::into).collect();
    let listen = match options::parse_arguments(&mut lexopt::Parser::from_args(&defaults)) {
        Ok(Action::Serve(options)) => options.listen,
        _ => None,
    };
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    // The commands `login` and `logout` come first, and take none of the options of a server.
    let is_command = |first: &OsString| first == "login" || first == "logout";
    if !arguments.get(1).is_some_and(is_command) {
        let end_of_name = arguments.len().min(1);
        arguments.splice(end_of_name..end_of_name, defaults);
    }
    let arguments = lexopt::Parser::from_iter(arguments);
    run_tools(
        tools.into_tools(),
        arguments,
        listen.unwrap_or(DEFAULT_LISTEN),
    )
}

/// `listen` is the default that `--help` shows.
fn run_tools(tools: Tools, mut arguments: lexopt::Parser, listen: SocketAddr) -> ExitCode {
    let program = program_name(&arguments, tools.first_api());
    let done = match options::parse_arguments(&mut arguments) {
        Err(error) => {
            let suggestion = suggest_option(&error, &help::help_text(&tools, &program, listen));
            eprintln!("{program}: {error}{suggestion}\nTry '{program} --help'.");
            return ExitCode::from(USAGE);
        }
        Ok(Action::Help) => print_to_stdout(&help::help_text(&tools, &program, listen)),
        Ok(Action::Version) => print_to_stdout(&format!(
            "{program} {} (toolwright {})\n",
            tools.first_api().version,
            env!("CARGO_PKG_VERSION")
        )),
        Ok(Action::About) => about::describe_server(tools).and_then(|text| print_to_stdout(&text)),
        Ok(Action::ListTools(options)) => list_tools(tools, options),
        Ok(Action::Login(login)) => login::run_login(&tools, &login),
        Ok(Action::Logout(logout)) => login::run_logout(&tools, &logout),
        Ok(Action::Serve(options)) => http_options::check_http_options(&options, listen)
            .and_then(|()| serve_tools(tools, options)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::report_fatal_error(&program, &error.to_string());
            ExitCode::FAILURE
        }
    }
}

/// Which of the options of `--help` may have been meant by one that is not among them.
fn suggest_option(error: &lexopt::Error, help: &str) -> String {
    let lexopt::Error::UnexpectedOption(option) = error else {
        return String::new();
    };
    let option = option.trim_start_matches('-');
    let elsewhere = NAMES_ELSEWHERE.iter().find(|(name, _)| *name == option);
    let meant = elsewhere.map(|(_, own)| (*own).to_owned()).or_else(|| {
        let near = suggest_name(option, help::option_names(help));
        near.map(|name| format!("--{name}"))
    });
    did_you_mean(meant.as_deref()).map_or(String::new(), |question| format!("; {question}"))
}

/// What other servers call some options, which is not spelled like the option here.
const NAMES_ELSEWHERE: [(&str, &str); 9] = [
    ("address", "--listen"),
    ("base-url", "--upstream"),
    ("bind", "--listen"),
    ("builtin-upstream", "--upstream builtin"),
    ("host", "--listen"),
    ("http", "--transport http"),
    ("port", "--listen"),
    ("stdio", "--transport stdio"),
    ("url", "--upstream"),
];

type Failure = Box<dyn std::error::Error>;

fn program_name(arguments: &lexopt::Parser, api: &Api) -> String {
    let called = arguments.bin_name().map(std::path::Path::new);
    match called.and_then(|path| path.file_name()?.to_str()) {
        Some(name) => name.to_owned(),
        None => format!("{}-mcp", api.name.replace('_', "-")),
    }
}

fn print_to_stdout(text: &str) -> Result<(), Failure> {
    match std::io::stdout().write_all(text.as_bytes()) {
        // Whoever reads the output has read enough of it: `pets --list-tools | head`.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

fn list_tools(tools: Tools, mut options: Options) -> Result<(), Failure> {
    options.serving = options.serving.or_environment(tools.first_api())?;
    let (environment, known) = (
        ProcessEnvironment::capture(),
        variables::variable_names(&tools),
    );
    reject_misspelt_restriction(tools.first_api(), &environment, &known)?;
    let tools = options.serving.restrict_tools(tools);
    let executors: Result<Vec<_>, _> = tools
        .apis()
        .map(|api| apply_settings(api, &tools, &options).build())
        .collect();
    print_to_stdout(&Server::from_tools(tools, executors?)?.format_tool_list())
}

/// Rejects a variable that was meant to restrict the server and is ignored because its name is misspelt.
fn reject_misspelt_restriction(
    api: &Api,
    environment: &ProcessEnvironment,
    known: &BTreeSet<String>,
) -> Result<(), Failure> {
    let restrictions = &serving_options::RESTRICTIONS;
    match environment.misspelt_restriction(api, known, restrictions) {
        Some((name, meant)) => Err(format!(
            "{name} is not a setting of this server, and ignoring it could let it do more than you mean; {} See \
             --help for all settings, or unset it.",
            did_you_mean([meant.as_str()]).unwrap_or_default()
        )
        .into()),
        None => Ok(()),
    }
}

fn serve_tools(tools: Tools, mut options: Options) -> Result<(), Failure> {
    let api = tools.first_api();
    options.serving = options.serving.or_environment(api)?;
    bridge_options::check_bridge(&options)?;
    session_options::check_sessions(&options)?;
    #[cfg(not(feature = "metrics"))]
    if options.serving.metrics_listen.is_some() {
        let what = "metrics";
        return Err(describe_missing_feature(what, "metrics", "--metrics-listen").into());
    }
    let environment = ProcessEnvironment::capture();
    environment.reject_unreadable_shared()?;
    let filter = bridge_options::log_filter(&options, &environment)?;
    let address = bridge_options::listen_address(&options, &environment)?;
    let format = options.serving.log_format.unwrap_or_default();
    let runtime = build_runtime(options.transport)?;
    #[cfg(feature = "otlp")]
    let exporter = crate::otlp::Exporter::from_environment(api, runtime.handle())?;
    #[cfg(feature = "otlp")]
    match &exporter {
        Some(exporter) => log::start_logging_with_exporter(exporter, filter, format),
        None => log::start_logging(filter, format),
    }
    #[cfg(not(feature = "otlp"))]
    log::start_logging(filter, format);
    if tools.tool_names().next().is_none() {
        tracing::warn!(
            "no tools are left: check the settings that select operations, which must all match, and run \
             `toolwright list` on the spec"
        );
    }
    let known = variables::variable_names(&tools);
    let served = runtime.block_on(async {
        let access = match options.transport {
            Transport::Http => {
                let access = AccessControl::from_environment(api, &environment, &known).await?;
                let is_open = environment.read_switch(&api.variable("OPEN"))?;
                access.check_listen(api, address, options.is_open || is_open)?;
                access::warn_of_wide_settings(&options);
                access
            }
            // Over stdio the client is whoever started the server.
            Transport::Stdio => AccessControl::default(),
        };
        reject_misspelt_restriction(api, &environment, &known)?;
        environment::warn_of_unknown_variables(&environment.unknown_variables(&tools, &known));
        let mut executors = Vec::new();
        for api in tools.apis() {
            executors.push(build_executor(api, &tools, &options).await?.build()?);
        }
        let longest_result = tools.default_max_result_bytes();
        let mut server = Server::from_tools(options.serving.restrict_tools(tools), executors)?;
        if let Some(limit) = options.max_result_bytes.or(longest_result) {
            server = server.max_result_bytes(limit);
        }
        if let Some(calls) = options.serving.max_calls {
            server = server.max_calls(calls);
        }
        if let Some(time) = options.serving.drain {
            server = server.stdio_drain(time);
        }
        let server = session_options::set_state_key(server, api, &environment).await?;
        #[cfg(feature = "metrics")]
        if let Some(address) = options.serving.metrics_listen {
            serve_metrics(server.clone(), address).await?;
        }
        match options.transport {
            Transport::Stdio => {
                // A client has a pipe here. A person who starts the server by hand sees nothing happen.
                if std::io::stdin().is_terminal() {
                    log::announce_waiting();
                }
                server.serve_stdio().await?
            }
            Transport::Http => serve_http(server, &options, address, access).await?,
        }
        Ok(())
    });
    #[cfg(feature = "otlp")]
    if let Some(exporter) = exporter {
        runtime.block_on(exporter.flush_spans());
    }
    // A read of a standard input that is no pipe can't be aborted: waiting for it would mean to
    // wait for one more line.
    runtime.shutdown_background();
    served
}

/// One client over stdio is served fastest, and in the least memory, by the thread that reads its
/// messages: no message changes threads. HTTP may have many clients and takes all cores.
fn build_runtime(transport: Transport) -> std::io::Result<Runtime> {
    match transport {
        Transport::Stdio => Builder::new_current_thread().enable_all().build(),
        Transport::Http => Builder::new_multi_thread().enable_all().build(),
    }
}

/// Serves the metrics from now on, beside everything else.
#[cfg(feature = "metrics")]
async fn serve_metrics(server: Server, address: SocketAddr) -> Result<(), Failure> {
    let listener = bind_listener(address, "--metrics-listen").await?;
    tracing::info!(address = %listener.local_addr()?, "metrics");
    tokio::spawn(async move {
        if let Err(error) = server.serve_metrics(listener).await {
            tracing::error!(%error, "the metrics are no longer served");
        }
    });
    Ok(())
}

/// How many connections may wait to be accepted. Of those beyond it the system drops the first packet, and a
/// client tries again after one second, then three, then seven.
const LISTEN_BACKLOG: u32 = 4096;

/// Listens on an address that an option has given.
async fn bind_listener(address: SocketAddr, option: &str) -> Result<TcpListener, Failure> {
    let listener = open_listener(address);
    Ok(listener.map_err(|error| {
        let advice = match error.kind() {
            std::io::ErrorKind::AddrInUse => {
                format!("; stop the other program, or choose another port with {option}")
            }
            _ => String::new(),
        };
        format!("cannot listen on {address}: {error}{advice}")
    })?)
}

fn open_listener(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match address.is_ipv4() {
        true => TcpSocket::new_v4()?,
        false => TcpSocket::new_v6()?,
    };
    // A server that is started again may listen while connections to the one before it still end.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(LISTEN_BACKLOG)
}

async fn serve_http(
    server: Server,
    options: &Options,
    address: SocketAddr,
    access: AccessControl,
) -> Result<(), Failure> {
    // Port 0 asks the system for a free port, so the address is only known after binding.
    let listener = bind_listener(address, "--listen").await?;
    let address = listener.local_addr()?;
    let is_restricted = access.is_restricted();
    let config = access.http_config(server.api(), address, options)?;
    log::announce_address(&format!("http://{address}/mcp"));
    if options.serving.bridge == Some(true) {
        log::announce_address(&format!("http://{address}/ (open it in a browser)"));
    }
    if !is_restricted && !address.ip().to_canonical().is_loopback() {
        tracing::info!("anyone who reaches {address} can call the tools, as --open allows");
    }
    Ok(server.serve_http(listener, &config).await?)
}

async fn build_executor(
    api: &'static Api,
    tools: &Tools,
    options: &Options,
) -> Result<HttpExecutorBuilder, Failure> {
    let builder = apply_settings(api, tools, options);
    let is_first = std::ptr::eq(api, tools.first_api());
    Ok(match &options.upstream {
        Some(Upstream::Url(url)) if is_first => builder.base_url(url.clone()),
        // It asks for no credentials.
        Some(Upstream::Builtin) if !api.tools.is_empty() => builder
            .base_url(builtin(api).await?)
            .allow_missing_credentials(true),
        _ => builder,
    })
}

/// All that the executor is told but where its upstream is. What goes upstream with every call, and
/// where that is, is said of the first API alone: another must not get its credentials.
fn apply_settings(api: &'static Api, tools: &Tools, options: &Options) -> HttpExecutorBuilder {
    let mut builder = tools.executor_builder(api);
    let is_first = std::ptr::eq(api, tools.first_api());
    if is_first {
        let headers = options.pass_headers.iter();
        builder = headers.fold(builder, HttpExecutorBuilder::pass_header);
    }
    if let Some(timeout) = options.timeout {
        builder = builder.timeout(timeout);
    }
    let settings = options.settings.iter();
    for setting in settings.filter(|setting| is_first || setting.applies_to_all_apis()) {
        builder = setting.apply_to(builder);
    }
    for directory in &options.allowed_files {
        builder = builder.allow_files(directory);
    }
    for origin in &options.allowed_uris {
        builder = builder.allow_uris(origin);
    }
    if let Some(limit) = options.max_file_bytes {
        builder = builder.max_file_bytes(limit);
    }
    builder
}

#[cfg(feature = "upstream")]
async fn builtin(api: &'static Api) -> Result<String, Failure> {
    let upstream = crate::upstream::Upstream::new(api).ok_or(
        "the API was generated without the mock responses of the built-in upstream: remove the \
            setting `builtin_upstream = false`",
    )?;
    let address = upstream.start().await?;
    tracing::info!(%address, "the built-in upstream listens");
    Ok(format!("http://{address}"))
}

#[cfg(not(feature = "upstream"))]
async fn builtin(_: &'static Api) -> Result<String, Failure> {
    let what = "the built-in upstream";
    Err(describe_missing_feature(what, "upstream", "--upstream builtin").into())
}
