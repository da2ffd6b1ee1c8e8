//! `get_input_schema`: data is inferred here or by the daemon, XSD and JSON Schema are parsed by the daemon, Avro and
//! Protobuf here.

use toolwright::generated::StringEnum as _;
use toolwright::{Call, ToolError};

use super::run_blocking;
use crate::Assistant;
use crate::api::types::{
    DataFormat, GetInputSchemaBody, GetInputSchemaResponse, InputFormat, InputMode,
    InputSchemaModel,
};
use crate::api::{self, handlers};
use crate::daemon::{ParsedSchema, SchemaFormat};
use crate::failure::{Failure, FailureCode};
use crate::schema::detect::{Detected, detect};
use crate::schema::infer::{Described, infer_data};
use crate::schema::json_schema::read_schema;
use crate::schema::levels::{CUT_NOTE, MAX_LEVELS, limit_levels};
use crate::schema::source::{Source, read_source};
use crate::schema::structure::into_structure;
use crate::schema::summary::summarize;
use crate::schema::wrapper::collapse_wrappers;
use crate::schema::{avro, json, protobuf, xsd, yaml};
use crate::settings::Inference;

impl handlers::GetInputSchema for Assistant {
    async fn get_input_schema(
        &self,
        request: api::GetInputSchema,
        _: &Call<'_>,
    ) -> Result<GetInputSchemaResponse, ToolError> {
        let data = self.describe_input(request.body).await?;
        Ok(GetInputSchemaResponse {
            success: true,
            data,
        })
    }
}

/// A source, and what is in it if that needs no daemon.
struct Read {
    source: Source,
    detected: Detected,
    described: Option<Described>,
    /// Whether a schema is written in YAML; daemons read JSON.
    is_yaml: bool,
}

impl Assistant {
    async fn describe_input(&self, call: GetInputSchemaBody) -> Result<InputSchemaModel, Failure> {
        let settings = self.settings.get_input_schema.clone();
        let read = run_blocking(move || {
            let source = read_source(&call.source, &settings)?;
            let detected = match call.format {
                // A file of records is no text.
                InputFormat::Avro if call.mode != Some(InputMode::Instance) => Detected {
                    format: InputFormat::Avro,
                    mode: InputMode::Schema,
                },
                format => detect(source.text()?, format, call.mode)?,
            };
            let described = match detected.format {
                InputFormat::Avro => Some(avro::describe_source(&source)?),
                InputFormat::Protobuf => Some(protobuf::describe_source(&source, &settings)?),
                format
                    if detected.mode == InputMode::Instance
                        && settings.inference != Inference::Daemon =>
                {
                    // It is read here in any case: what is not well-formed need not be sent.
                    Some(infer_data(source.text()?, format)?)
                }
                _ => None,
            };
            Ok(Read {
                source,
                detected,
                described,
                is_yaml: call.format == InputFormat::Yaml,
            })
        });
        let Read {
            source,
            detected,
            described,
            is_yaml,
        } = read.await?;
        let Detected { format, mode } = detected;
        let mut described = match (mode, described) {
            (InputMode::Instance, local) => self.infer_instance(&source, format, local).await?,
            (InputMode::Schema, Some(described)) => described,
            (InputMode::Schema, None) => {
                let text = source.text()?.to_owned();
                let text = match is_yaml {
                    true => run_blocking(move || yaml::to_json_text(&text)).await?,
                    false => text,
                };
                self.parse_schema(&text, format).await?
            }
        };
        if limit_levels(&mut described.node, MAX_LEVELS) {
            described.notes.push(CUT_NOTE.to_owned());
        }
        Ok(InputSchemaModel {
            format: format.name().to_owned(),
            mode: Some(mode.name().to_owned()),
            summary: summarize(format, &described.node),
            notes: (!described.notes.is_empty()).then_some(described.notes),
            structure: into_structure(described.node),
        })
    }

    /// The structure of data: that of the daemon, if it has such an operation and is to be asked.
    async fn infer_instance(
        &self,
        source: &Source,
        format: InputFormat,
        local: Option<Described>,
    ) -> Result<Described, Failure> {
        let inference = self.settings.get_input_schema.inference;
        let text = source.text()?;
        if inference != Inference::Local
            && let Some(data_format) = data_format(format)
            && let Some(schema) = self.daemon.infer_data(data_format, text.to_owned()).await?
        {
            let read = run_blocking(move || {
                let mut node = read_schema(&schema);
                if format == InputFormat::Xml {
                    collapse_wrappers(&mut node);
                }
                Ok(node)
            });
            let node = read.await?;
            let notes = local.map(|local| local.notes).unwrap_or_default();
            return Ok(Described { node, notes });
        }
        match (local, inference) {
            (Some(local), _) => Ok(local),
            (None, _) => Err(Failure::new(
                FailureCode::Internal,
                "The dialect utlx-1 has no inference for data: set tools.get_input_schema.inference to auto or local.",
            )),
        }
    }

    async fn parse_schema(&self, text: &str, format: InputFormat) -> Result<Described, Failure> {
        let schema_format = match format {
            InputFormat::Xsd => SchemaFormat::Xsd,
            _ => SchemaFormat::JsonSchema,
        };
        let parsed = self
            .daemon
            .parse_schema(schema_format, text.to_owned())
            .await?;
        let text = text.to_owned();
        run_blocking(move || describe_parsed(parsed, &text, schema_format)).await
    }
}

/// What a daemon made of a schema.
fn describe_parsed(
    parsed: ParsedSchema,
    text: &str,
    schema_format: SchemaFormat,
) -> Result<Described, Failure> {
    let mut described: Described = match parsed {
        ParsedSchema::JsonSchema(schema) => read_schema(&schema).into(),
        // A daemon that returns the schema in its own form has accepted it all the same.
        ParsedSchema::Text(normalized) => {
            let mut described = match schema_format {
                SchemaFormat::Xsd => {
                    xsd::describe_schema(&normalized).or_else(|_| xsd::describe_schema(text))?
                }
                SchemaFormat::JsonSchema => read_schema(&json::parse(text)?).into(),
            };
            let note = "The daemon accepted the schema; the structure was read from its text.";
            described.notes.push(note.to_owned());
            described
        }
    };
    if schema_format == SchemaFormat::Xsd {
        collapse_wrappers(&mut described.node);
    }
    Ok(described)
}

fn data_format(format: InputFormat) -> Option<DataFormat> {
    let mut formats = DataFormat::ALL.iter().copied();
    formats.find(|it| it.name() == format.name())
}
