//! The server of `specs/authorization.yaml`, for people to sign in to.

use toolwright_tests::compiled::authorization;

fn main() -> std::process::ExitCode {
    toolwright::run(&authorization::API)
}
