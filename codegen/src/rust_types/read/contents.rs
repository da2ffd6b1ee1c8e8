use proc_macro2::Span;
use syn::Fields;
use syn::spanned::Spanned as _;

use super::Reader;
use crate::rust_types::attributes::Attributes;
use crate::rust_types::model::{Contents, Default as DefaultOf, Member, Role};
use crate::rust_types::rename::Case;

/// What the attributes around fields say of them.
pub(super) struct Container {
    pub(super) case: Option<Case>,
    pub(super) closed: Option<Span>,
    pub(super) base: Option<DefaultOf>,
    /// A property that the fields stand beside.
    pub(super) tag: Option<String>,
}

impl Container {
    pub(super) fn of_struct(attributes: &Attributes) -> Self {
        Self {
            case: attributes.rename_all,
            closed: attributes.deny_unknown_fields,
            base: attributes
                .default
                .as_ref()
                .map(|(default, _)| default.clone()),
            tag: None,
        }
    }
}

impl Reader {
    pub(super) fn contents(&mut self, fields: &Fields, container: &Container) -> Contents {
        match fields {
            Fields::Unit => Contents::Unit,
            Fields::Named(named) => {
                let members = named.named.iter().enumerate();
                let members: Vec<Member> = members
                    .filter_map(|(index, field)| self.member(field, index, container))
                    .collect();
                self.check_together(&members, fields, container);
                Contents::Fields {
                    members,
                    closed: container.closed.is_some(),
                    base: container.base.clone(),
                }
            }
            Fields::Unnamed(unnamed) => {
                let members = unnamed.unnamed.iter().enumerate();
                let mut members: Vec<Member> = members
                    .filter_map(|(index, field)| self.item(field, index, container))
                    .collect();
                match (unnamed.unnamed.len(), members.pop()) {
                    (1, Some(only)) => Contents::One(Box::new(only)),
                    (_, last) => {
                        members.extend(last);
                        Contents::Row(members)
                    }
                }
            }
        }
    }

    pub(super) fn transparent(
        &mut self,
        fields: &Fields,
        container: &Container,
        span: Span,
    ) -> Contents {
        match self.contents(fields, container) {
            Contents::One(member) => Contents::One(member),
            Contents::Fields { mut members, .. } if members.len() == 1 => match members.pop() {
                Some(member) if member.role == Role::Property => Contents::One(Box::new(member)),
                _ => Contents::Unit,
            },
            _ => {
                let message = "a transparent struct has one field, which stands for the whole: remove `transparent` or the others";
                self.problems.add(span, message);
                Contents::Unit
            }
        }
    }

    /// What is wrong with fields beside each other.
    fn check_together(&mut self, members: &[Member], fields: &Fields, container: &Container) {
        for (index, member) in members.iter().enumerate() {
            if member.role != Role::Property {
                continue;
            }
            let before = members[..index]
                .iter()
                .filter(|before| before.role == Role::Property);
            let span = fields.iter().find_map(|field| match &member.ident {
                syn::Member::Named(ident) if field.ident.as_ref() == Some(ident) => {
                    Some(ident.span())
                }
                _ => None,
            });
            let span = span.unwrap_or_else(|| fields.span());
            if before.into_iter().any(|before| before.wire == member.wire) {
                let message = format!(
                    "another field is called `{}` in JSON, too: rename one of them",
                    member.wire
                );
                self.problems.add(span, message);
            }
            if container.tag.as_ref() == Some(&member.wire) {
                let message = format!(
                    "`{}` is the tag of the enum already: rename one of them",
                    member.wire
                );
                self.problems.add(span, message);
            }
        }
        let flattened = members
            .iter()
            .any(|member| matches!(member.role, Role::Part | Role::Rest));
        if let (Some(span), true) = (container.closed, flattened) {
            let message = "what is flattened has fields that are not known here: remove `deny_unknown_fields` or `flatten`";
            self.problems.add(span, message);
        }
        if members
            .iter()
            .filter(|member| member.role == Role::Rest)
            .count()
            > 1
        {
            let message = "only one map can be flattened: it has all properties without a field";
            self.problems.add(fields.span(), message);
        }
    }
}
