//! Parts of a model, with nothing in them but what a test says.

use serde_json::json;

use crate::model::{
    Api, CallOptions, Escaping, Field, Handler, Location, Method, MockResponse, Operation,
    Parameter, ParameterStyle, RequiredScheme, Shape, SymbolVariant, Type, TypeDef, Variant,
};

pub(super) fn named(name: &str) -> Type {
    Type::Named(name.to_owned())
}

pub(super) fn list(item: Type) -> Type {
    Type::List(Box::new(item))
}

pub(super) fn field(ident: &str, wire: &str, ty: Type, required: bool, doc: &str) -> Field {
    Field {
        ident: ident.to_owned(),
        wire: wire.to_owned(),
        ty,
        required,
        doc: doc.to_owned(),
    }
}

pub(super) fn parameter(name: &str, location: Location, field: Field) -> Parameter {
    let style = match location {
        Location::Path | Location::Header => ParameterStyle::Simple,
        Location::Query | Location::QueryString(_) | Location::Cookie => {
            ParameterStyle::FormExploded
        }
    };
    Parameter {
        field,
        name: name.to_owned(),
        location,
        style,
        escaping: Escaping::Full,
        may_be_empty: false,
    }
}

pub(super) fn operation(tool: &str, method: Method, path: &str) -> Operation {
    let request: String = tool
        .split('_')
        .map(|word| word[..1].to_ascii_uppercase() + &word[1..])
        .collect();
    Operation {
        origins: Vec::new(),
        links: Vec::new(),
        read_only: Vec::new(),
        tool: tool.to_owned(),
        request,
        constant: tool.to_ascii_uppercase(),
        method,
        path: path.to_owned(),
        title: tool.replace('_', " "),
        has_own_title: false,
        description: String::new(),
        doc: String::new(),
        tags: Vec::new(),
        deprecated: false,
        hints: Default::default(),
        handler: Handler::Upstream,
        call: CallOptions::default(),
        parameters: Vec::new(),
        body: None,
        input: json!({"type": "object"}),
        output: None,
        response: None,
        security: Vec::new(),
        answer: MockResponse {
            status: 204,
            content_type: String::new(),
            body: String::new(),
        },
        pointer: String::new(),
    }
}

pub(super) fn required(scheme: usize, scopes: &[&str]) -> RequiredScheme {
    RequiredScheme {
        scheme,
        scopes: scopes.iter().map(|scope| (*scope).to_owned()).collect(),
    }
}

pub(in crate::emit::tests) fn api(name: &str) -> Api {
    Api {
        flow: Default::default(),
        xml: indexmap::IndexMap::new(),
        name: name.to_owned(),
        title: name.to_owned(),
        version: "1.0.0".to_owned(),
        description: String::new(),
        contact: None,
        tags: Vec::new(),
        servers: Vec::new(),
        security: Vec::new(),
        default_security: Vec::new(),
        operations: Vec::new(),
        types: Vec::new(),
        definitions: [].into(),
    }
}

pub(super) fn def(ident: &str, doc: &str, shape: Shape) -> TypeDef {
    TypeDef {
        ident: ident.to_owned(),
        doc: doc.to_owned(),
        pointer: String::new(),
        shape,
    }
}

pub(super) fn variants<T: Clone>(values: &[(&str, T)]) -> Vec<SymbolVariant<T>> {
    values
        .iter()
        .map(|(ident, value)| SymbolVariant {
            ident: (*ident).to_owned(),
            value: value.clone(),
            doc: String::new(),
        })
        .collect()
}

pub(super) fn symbol(values: &[(&str, &str)]) -> Shape {
    let owned: Vec<_> = values.iter().map(|(i, v)| (*i, (*v).to_owned())).collect();
    Shape::Symbol {
        variants: variants(&owned),
        other: None,
    }
}

pub(super) fn variant(ident: &str, ty: Type) -> Variant {
    Variant {
        ident: ident.to_owned(),
        ty,
        schema: json!({}),
        doc: String::new(),
    }
}
