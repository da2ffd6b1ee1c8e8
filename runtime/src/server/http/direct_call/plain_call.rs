//! Which calls are plain.

use std::fmt;
use std::marker::PhantomData;

use axum::http::header::ACCEPT;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method};
use rmcp::model::{JsonObject, ProtocolVersion, RequestId, RequestMetaObject};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::server::http::endpoint::has_json;

const MCP_HEADERS: &str = "mcp-";
const REVISION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// The beginning of a name that `Mcp-Name` has in another form (SEP-2243).
const ENCODED_NAME: &str = "=?";

/// A call to which only the result of its tool can be the answer: its head and its body are as the protocol has
/// them, and its client neither wants to be told of the call's progress nor was asked for something.
#[derive(Debug)]
pub(in crate::server) struct PlainCall {
    pub(in crate::server) id: RequestId,
    pub(in crate::server) tool: String,
    pub(in crate::server) arguments: JsonObject,
    pub(in crate::server) meta: RequestMetaObject,
    pub(in crate::server) revision: ProtocolVersion,
}

/// A request with these members, and no others.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainRequest<'b> {
    jsonrpc: &'b str,
    id: RequestId,
    method: &'b str,
    params: FromObject<PlainParams>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainParams {
    name: String,
    #[serde(default)]
    arguments: JsonObject,
    #[serde(default, rename = "_meta")]
    meta: RequestMetaObject,
}

/// What is written as an object. serde reads a struct from a list as well, whose items it takes for members in their order.
struct FromObject<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for FromObject<T> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        reader.deserialize_map(ObjectReader(PhantomData))
    }
}

struct ObjectReader<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectReader<T> {
    type Value = FromObject<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(members)).map(FromObject)
    }
}

impl PlainCall {
    /// Reads a request; none if it is no plain call. What is wrong with it, if anything is, is not asked here.
    pub(super) fn from_request(head: &Parts, body: &[u8]) -> Option<Self> {
        if head.method != Method::POST
            || !has_json(&head.headers)
            || !accepts_both_forms(&head.headers)
        {
            return None;
        }
        let FromObject(request) =
            serde_json::from_slice::<FromObject<PlainRequest<'_>>>(body).ok()?;
        if request.jsonrpc != "2.0" || request.method != "tools/call" {
            return None;
        }
        let FromObject(PlainParams {
            name,
            arguments,
            meta,
        }) = request.params;
        if meta.get_progress_token().is_some() {
            return None;
        }
        Some(Self {
            revision: find_revision(&head.headers, &name, &meta)?,
            id: request.id,
            tool: name,
            arguments,
            meta,
        })
    }

    /// Whether the call has all that revision 2026-07-28 wants, which has no sessions.
    pub(in crate::server) fn is_modern(&self) -> bool {
        self.revision == ProtocolVersion::V_2026_07_28
    }
}

/// The revision of MCP that the client speaks, if nothing in its request contradicts that.
fn find_revision(
    headers: &HeaderMap,
    tool: &str,
    meta: &RequestMetaObject,
) -> Option<ProtocolVersion> {
    let known = [REVISION, METHOD, NAME];
    let has_others = headers
        .keys()
        .any(|name| name.as_str().starts_with(MCP_HEADERS) && !known.contains(name));
    if has_others {
        return None;
    }
    let Some(named) = headers.get(REVISION) else {
        // The protocol says what a client speaks that does not say it (2025-06-18, "Protocol Version Header").
        let says_nothing = !headers.contains_key(METHOD) && !headers.contains_key(NAME);
        return (says_nothing && meta.protocol_version().is_none())
            .then_some(ProtocolVersion::V_2025_03_26);
    };
    let is_named = |version: &&ProtocolVersion| named.as_bytes() == version.as_str().as_bytes();
    let revision = ProtocolVersion::KNOWN_VERSIONS.iter().find(is_named)?;
    let is_alone = |name: &HeaderName| headers.get_all(name).iter().nth(1).is_none();
    if !known.iter().all(is_alone) {
        return None;
    }
    let is_sound = if revision < &ProtocolVersion::V_2026_07_28 {
        meta.protocol_version().is_none()
            && !headers.contains_key(METHOD)
            && !headers.contains_key(NAME)
    } else {
        *revision == ProtocolVersion::V_2026_07_28
            && meta.protocol_version().as_ref() == Some(revision)
            && meta.missing_required_keys(revision).is_empty()
            && headers.get(METHOD).is_some_and(|it| it == "tools/call")
            && headers.get(NAME).is_some_and(|it| it == tool)
            && !tool.starts_with(ENCODED_NAME)
    };
    is_sound.then(|| revision.clone())
}

/// Whether a client takes answers as JSON and as streams, and says so without weights.
fn accepts_both_forms(headers: &HeaderMap) -> bool {
    let mut values = headers.get_all(ACCEPT).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return false;
    };
    let Ok(value) = value.to_str() else {
        return false;
    };
    ["application/json", "text/event-stream"]
        .into_iter()
        .all(|form| {
            let mut accepted = value.split(',').map(str::trim);
            accepted.any(|it| it.eq_ignore_ascii_case(form))
        })
}
