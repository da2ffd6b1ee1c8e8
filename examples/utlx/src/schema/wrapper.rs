//! Shows an element that only wraps others, as `<Items><Item/><Item/></Items>`, as an array, with the name of its
//! elements in `itemName`. So the structure of XML reads like that of other formats, and paths can still be written.

use crate::api::types::SchemaNode;

/// Replaces wrappers everywhere in a structure.
pub(crate) fn collapse_wrappers(node: &mut SchemaNode) {
    let children = [
        node.items.as_deref_mut(),
        node.additional_properties.as_deref_mut(),
    ];
    let alternatives = node.any_of.iter_mut().flatten();
    for child in children.into_iter().flatten().chain(alternatives) {
        collapse_wrappers(child);
    }
    let Some(properties) = node.properties.take() else {
        return;
    };
    let collapsed = properties.into_iter().map(|(name, mut child)| {
        collapse_wrappers(&mut child);
        let child = unwrap(&name, &child).unwrap_or(child);
        (name, child)
    });
    node.properties = Some(collapsed.collect());
}

/// The array that a wrapper of that name stands for.
fn unwrap(name: &str, node: &SchemaNode) -> Option<SchemaNode> {
    let properties = node.properties.as_ref()?;
    let has_more = node.attributes.is_some() || node.description.is_some() || properties.len() != 1;
    let (item_name, child) = properties.iter().next().filter(|_| !has_more)?;
    let is_list = child.r#type == "array" && child.item_name.is_none();
    let is_wrapper_of_one = is_plural_of(name, item_name) && child.r#type != "array";
    if !is_list && !is_wrapper_of_one {
        return None;
    }
    let is_required = node.required.iter().flatten().any(|it| it == item_name);
    Some(SchemaNode {
        r#type: "array".to_owned(),
        items: match is_list {
            true => child.items.clone(),
            false => Some(Box::new(child.clone())),
        },
        item_name: Some(item_name.to_owned()),
        min_items: match is_list {
            true => child.min_items.filter(|_| is_required),
            false => Some(i64::from(is_required)),
        },
        max_items: match is_list {
            true => child.max_items,
            false => None,
        },
        ..SchemaNode::default()
    })
}

/// `Items` of `Item`, `Addresses` of `Address`, `Entries` of `Entry`, `ItemList` of `Item`.
fn is_plural_of(name: &str, item: &str) -> bool {
    let name = name.to_lowercase();
    let item = item.to_lowercase();
    let forms = [
        format!("{item}s"),
        format!("{item}es"),
        format!("{}ies", item.strip_suffix('y').unwrap_or(&item)),
        format!("{item}list"),
    ];
    forms.contains(&name)
}
