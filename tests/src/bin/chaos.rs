//! The server of `specs/chaos.yaml`, whose upstream may do anything.

use toolwright_tests::compiled::chaos;

fn main() -> std::process::ExitCode {
    toolwright::run(&chaos::API)
}
