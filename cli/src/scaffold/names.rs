use std::path::Path;

use toolwright_codegen::names::snake_name;

/// The name of a server's package and binary. A package's name begins with a letter.
pub(crate) fn package_name(server: &str) -> String {
    let name = server.replace('_', "-");
    match name.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => format!("{name}-mcp"),
        _ => format!("api-{name}-mcp"),
    }
}

/// The name of the server in a directory: what is before `-mcp` in the directory's name. Variables
/// of the environment begin with it, and so it begins with a letter.
pub(crate) fn server_name(directory: &Path) -> Option<String> {
    let absolute = std::path::absolute(directory).ok()?;
    let snake = snake_name(&absolute.file_name()?.to_string_lossy());
    let name = snake.strip_suffix("_mcp").unwrap_or(&snake);
    match name.chars().next()? {
        first if first.is_ascii_alphabetic() => Some(name.to_owned()),
        _ => Some(format!("api_{name}")),
    }
}

/// The crate in Rust.
pub(super) fn crate_name(package: &str) -> String {
    package.replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_name_servers() {
        for (directory, server, package) in [
            ("a/petstore", "petstore", "petstore-mcp"),
            ("a/Pet-Store_mcp", "pet_store", "pet-store-mcp"),
            ("/a/2048", "api_2048", "api-2048-mcp"),
            ("b/mcp", "mcp", "mcp-mcp"),
        ] {
            let name = server_name(Path::new(directory)).expect("has a name");
            assert_eq!(
                (name.as_str(), package_name(&name).as_str()),
                (server, package)
            );
        }
        assert_eq!(package_name("2_0"), "api-2-0-mcp");
        assert_eq!(crate_name("pet-store-mcp"), "pet_store_mcp");
    }
}
