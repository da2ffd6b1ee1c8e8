//! A server that listens at a port.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::Error;

/// A running server, which ends with this value.
#[derive(Debug)]
pub struct HttpServer {
    process: Child,
    address: SocketAddr,
}

impl HttpServer {
    /// Starts a generated server with an upstream and further options.
    pub fn generated(binary: &Path, base: &str, options: &[&str]) -> Result<Self, Error> {
        let address = free_address()?;
        let mut command = Command::new(binary);
        command
            .args(["--transport", "http", "--listen", &address.to_string()])
            .args(["--upstream", base, "--log", "off"])
            .args(options);
        Self::start(address, &mut command)
    }

    /// Starts one of the examples of this crate.
    pub fn example(binary: &Path, base: &str) -> Result<Self, Error> {
        let address = free_address()?;
        let mut command = Command::new(binary);
        command.args([&address.to_string(), base]);
        Self::start(address, &mut command)
    }

    /// Starts a command that listens at the address.
    pub fn start(address: SocketAddr, command: &mut Command) -> Result<Self, Error> {
        let process = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let mut server = Self { process, address };
        let started = Instant::now();
        while TcpStream::connect(address).is_err() {
            if let Some(status) = server.process.try_wait()? {
                return Err(format!("the server for {address} ended: {status}").into());
            }
            if started.elapsed() > Duration::from_secs(60) {
                return Err(format!("nothing listens on {address}").into());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(server)
    }

    /// The process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where it has MCP.
    pub fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A port of this machine where nothing listens.
pub fn free_address() -> Result<SocketAddr, Error> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}
