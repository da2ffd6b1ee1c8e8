//! XML by the hints of a schema (OpenAPI 3.0.3, "XML Object").

mod xml_text;
mod xml_writer;

pub(super) use xml_writer::write_document;

/// How the values of a schema are written as XML.
///
/// A table of hints: what it does not mention is an element of the property's name. Tables refer to
/// each other as the schemas do, in circles if need be.
///
/// ```
/// use serde_json::json;
/// use toolwright::{HttpRequest, Method, Xml, XmlNode};
///
/// static PET: Xml = Xml {
///     name: "pet",
///     members: &[
///         ("id", &Xml { node: XmlNode::Attribute, ..Xml::ELEMENT }),
///         ("tags", &Xml { wrapped: true, items: Some(&TAG), ..Xml::ELEMENT }),
///     ],
///     ..Xml::ELEMENT
/// };
/// static TAG: Xml = Xml { name: "tag", ..Xml::ELEMENT };
///
/// let mut request = HttpRequest::new(Method::Post, "/pets");
/// let pet = json!({"id": 7, "name": "Rex", "tags": ["a", "b"]});
/// request.xml("application/xml", "", "Pet", &PET, &pet);
/// let text = request.body().and_then(|body| std::str::from_utf8(&body.bytes).ok());
/// assert_eq!(
///     text,
///     Some(
///         "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
///          <pet id=\"7\"><name>Rex</name><tags><tag>a</tag><tag>b</tag></tags></pet>"
///     )
/// );
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Xml {
    /// `xml.name`, empty for the name of the property.
    pub name: &'static str,
    /// `xml.namespace`, empty for none.
    pub namespace: &'static str,
    /// `xml.prefix`, empty for none.
    pub prefix: &'static str,
    /// What a value becomes.
    pub node: XmlNode,
    /// Whether the items of a list stand in an element of its own.
    pub wrapped: bool,
    /// The properties with hints.
    pub members: &'static [(&'static str, &'static Xml)],
    /// The items of a list, where they have hints.
    pub items: Option<&'static Xml>,
    /// Tables whose members and items are this one's as well: the schema refers to theirs.
    pub bases: &'static [&'static Xml],
}

/// A schema that is its own base, through others, ends here.
const MAX_BASES: usize = 16;

/// What a value becomes: `xml.attribute`, or `xml.nodeType` of OpenAPI 3.2.
///
/// ```
/// use serde_json::json;
/// use toolwright::{HttpRequest, Method, Xml, XmlNode};
///
/// static PRICE: Xml = Xml {
///     members: &[
///         ("currency", &Xml { node: XmlNode::Attribute, ..Xml::ELEMENT }),
///         ("amount", &Xml { node: XmlNode::Text, ..Xml::ELEMENT }),
///     ],
///     ..Xml::ELEMENT
/// };
///
/// let mut request = HttpRequest::new(Method::Post, "/prices");
/// request.xml("application/xml", "", "price", &PRICE, &json!({"currency": "EUR", "amount": 5}));
/// let sent = request.body().map(|body| String::from_utf8_lossy(&body.bytes).into_owned());
/// assert!(sent.unwrap_or_default().ends_with("<price currency=\"EUR\">5</price>"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XmlNode {
    /// An element.
    Element,
    /// An attribute of the element around it.
    Attribute,
    /// Text of the element around it.
    Text,
    /// The same in a CDATA section.
    CData,
    /// Nothing itself: what it has stands in the element around it.
    None,
}

impl Xml {
    /// An element without hints.
    pub const ELEMENT: Self = Self {
        name: "",
        namespace: "",
        prefix: "",
        node: XmlNode::Element,
        wrapped: false,
        members: &[],
        items: None,
        bases: &[],
    };

    fn member_hints(&self, name: &str) -> &'static Self {
        let own = |xml: &Self| {
            let mut members = xml.members.iter();
            Some(members.find(|(property, _)| *property == name)?.1)
        };
        self.look_up_hints(&own, MAX_BASES)
            .unwrap_or(&Self::ELEMENT)
    }

    fn item_hints(&self) -> &'static Self {
        self.look_up_hints(&|xml| xml.items, MAX_BASES)
            .unwrap_or(&Self::ELEMENT)
    }

    fn look_up_hints(
        &self,
        own: &dyn Fn(&Self) -> Option<&'static Self>,
        depth: usize,
    ) -> Option<&'static Self> {
        // Tables may refer to each other in a circle, as the schemas do.
        let depth = depth.checked_sub(1)?;
        own(self).or_else(|| {
            self.bases
                .iter()
                .find_map(|base| base.look_up_hints(own, depth))
        })
    }

    fn name_or_default<'n>(&self, other: &'n str) -> &'n str
    where
        'static: 'n,
    {
        if self.name.is_empty() {
            other
        } else {
            self.name
        }
    }
}

#[cfg(test)]
mod tests;
