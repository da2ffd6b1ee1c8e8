//! What generated code puts on the wire, byte for byte, as an upstream reads it.

mod accept;
mod bodies;
mod collection_formats;
mod credentials;
mod families;
mod files;
mod hostile;
mod kinds;
mod message;
mod openapi32;
mod parts;
mod presets;
mod query_strings;
mod recorder;
mod references;
mod results;
mod sequences;
mod styles;
mod validation;
mod xml;
