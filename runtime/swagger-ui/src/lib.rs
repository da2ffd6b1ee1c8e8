//! Swagger UI (<https://swagger.io/tools/swagger-ui/>, Apache License 2.0) as two files that a server can send as they
//! are, with `Content-Encoding: gzip`. The page that loads them is the server's.

/// The script, which defines `SwaggerUIBundle`; compressed with gzip (RFC 1952).
///
/// ```
/// assert_eq!(toolwright_swagger_ui::SCRIPT[..2], [0x1f, 0x8b]);
/// ```
pub const SCRIPT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui-bundle.js.gz"));

/// The style sheet, compressed with gzip.
///
/// ```
/// assert!(toolwright_swagger_ui::STYLE.len() < 100_000);
/// ```
pub const STYLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui.css.gz"));

/// The examples of the README compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
