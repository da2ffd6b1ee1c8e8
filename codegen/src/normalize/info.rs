use serde_json::{Map, Value};

use super::context::Context;
use super::document::Info;
use super::fields;
use super::place::Place;
use crate::model::TagDescription;

pub(super) fn read_info(cx: &mut Context<'_>, root: &Map<String, Value>) -> Info {
    let Some(info) = fields::read_object(cx, root, "info", &Place::ROOT) else {
        return Info::default();
    };
    let at = Place::At("/info");
    let mut text = |key| fields::read_text(cx, info, key, &at).unwrap_or_default();
    Info {
        title: text("title"),
        version: text("version"),
        description: text("description"),
        contact: read_contact(cx, info),
    }
}

/// The Contact Object. What is wrong in it is nothing that a server depends on.
fn read_contact(cx: &mut Context<'_>, info: &Map<String, Value>) -> Vec<(&'static str, String)> {
    let Some(contact) = fields::read_object(cx, info, "contact", &Place::At("/info")) else {
        return Vec::new();
    };
    let at = Place::At("/info/contact");
    let texts = ["name", "url", "email"].into_iter();
    let texts = texts.filter_map(|key| Some((key, fields::read_text(cx, contact, key, &at)?)));
    texts.filter(|(_, text)| !text.is_empty()).collect()
}

/// The Tag Objects of a spec, each name once.
pub(super) fn read_tags(root: &Map<String, Value>) -> Vec<TagDescription> {
    let tags = root.get("tags").and_then(Value::as_array);
    let mut read: Vec<TagDescription> = Vec::new();
    for tag in tags.into_iter().flatten() {
        let text = |key| tag.get(key).and_then(Value::as_str);
        let Some(name) = text("name").filter(|name| read.iter().all(|tag| tag.name != *name))
        else {
            continue;
        };
        read.push(TagDescription {
            name: name.to_owned(),
            description: text("description").unwrap_or_default().trim().to_owned(),
        });
    }
    read
}
