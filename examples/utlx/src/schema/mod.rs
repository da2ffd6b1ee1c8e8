//! What data and schemas look like: every format is brought to `SchemaNode`, a form like JSON Schema. `json`, `csv`,
//! `xml` and `yaml` infer it from data; `avro`, `protobuf` and `xsd` read schemas; `json_schema` translates from and to
//! JSON Schema, which the daemon speaks.

pub(crate) mod avro;
mod avro_container;
pub(crate) mod csv;
pub(crate) mod detect;
pub(crate) mod infer;
pub(crate) mod json;
pub(crate) mod json_schema;
pub(crate) mod levels;
pub(crate) mod merge;
pub(crate) mod node;
pub(crate) mod protobuf;
pub(crate) mod scalar;
pub(crate) mod source;
pub(crate) mod structure;
pub(crate) mod summary;
pub(crate) mod wrapper;
pub(crate) mod xml;
pub(crate) mod xsd;
pub(crate) mod yaml;
