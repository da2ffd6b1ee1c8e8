use serde_json::{Map, Value};

use super::context::Context;
use super::document::Info;
use super::fields;
use super::place::Place;

pub(super) fn read(cx: &mut Context<'_>, root: &Map<String, Value>) -> Info {
    let Some(info) = fields::object(cx, root, "info", &Place::ROOT) else {
        return Info::default();
    };
    let at = Place::At("/info");
    let mut text = |key| fields::text(cx, info, key, &at).unwrap_or_default();
    Info {
        title: text("title"),
        version: text("version"),
        description: text("description"),
    }
}
