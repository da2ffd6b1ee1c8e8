/// Includes what `toolwright_codegen::Builder` wrote in the build script, by the server's name.
///
/// ```rs
/// mod api {
///     toolwright::include_tools!("api");
/// }
/// ```
#[macro_export]
macro_rules! include_tools {
    ($name:literal) => {
        include!(concat!(env!("OUT_DIR"), "/", $name, ".rs"));
    };
}
