//! A server whose tools upload files.

fn main() -> std::process::ExitCode {
    toolwright::run(&toolwright_tests::compiled::multipart::API)
}
