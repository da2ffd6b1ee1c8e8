//! How values are written as XML, as tables that `emit` prints.

/// Mirrors the runtime's `Xml`: how the values of a schema are written.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::{XmlLink, XmlNode};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let order = modelled.api().xml.values().find(|xml| xml.name == "order").expect("it has hints");
/// let (property, XmlLink::Inline(hints)) = &order.members[0] else { panic!("{order:?}") };
/// assert_eq!((property.as_str(), &hints.node), ("petId", &XmlNode::Attribute));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Xml {
    /// `xml.name`, empty for the name of the property.
    pub name: String,
    /// `xml.namespace`, empty for none.
    pub namespace: String,
    /// `xml.prefix`, empty for none.
    pub prefix: String,
    /// What a value becomes.
    pub node: XmlNode,
    /// `xml.wrapped`
    pub wrapped: bool,
    /// The properties with hints.
    pub members: Vec<(String, XmlLink)>,
    /// The items of a list, where they have hints.
    pub items: Option<Box<XmlLink>>,
    /// Constants of the tables whose members and items are this one's as well.
    pub bases: Vec<String>,
}

/// Mirrors the runtime's `XmlNode`.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::{XmlLink, XmlNode};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let order = modelled.api().xml.values().find(|xml| xml.name == "order").expect("it has hints");
/// assert_eq!(order.node, XmlNode::Element);
/// let XmlLink::Inline(pet_id) = &order.members[0].1 else { panic!("{order:?}") };
/// assert_eq!(pet_id.node, XmlNode::Attribute);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum XmlNode {
    #[default]
    Element,
    Attribute,
    Text,
    CData,
    None,
}

/// A table within another.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::XmlLink;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let order = modelled.api().xml.values().find(|xml| xml.name == "order").expect("it has hints");
/// let XmlLink::Inline(notes) = &order.members[1].1 else { panic!("{order:?}") };
/// let Some(XmlLink::Inline(note)) = notes.items.as_deref() else { panic!("{notes:?}") };
/// assert_eq!((notes.wrapped, note.name.as_str()), (true, "note"));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XmlLink {
    /// Where it stands.
    Inline(Xml),
    /// A table of its own, by the name of its constant.
    Shared(String),
}
