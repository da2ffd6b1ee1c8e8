//! Compiles three specs: `tools.yaml` to the tools, which are all handled by hand, and the two dialects of the daemon
//! to typed clients.

use toolwright_codegen::{BuildError, Builder};

fn main() -> Result<(), BuildError> {
    Builder::new("tools.yaml")
        .name("utlx_mcp")
        .manual("*")
        .bridge(true)
        .builtin_upstream(false)
        .output_schemas(true)
        .derives(["Clone", "Debug", "Default", "PartialEq"])
        .strict(true)
        .build()?;
    client("daemon.yaml", "utlx_daemon")?;
    client("utlx-1.yaml", "utlx1_daemon")
}

fn client(spec: &str, name: &str) -> Result<(), BuildError> {
    Builder::new(spec)
        .name(name)
        .responses(true)
        .builtin_upstream(false)
        .derives(["Clone", "Debug", "PartialEq"])
        .strict(true)
        .build()
}
