//! Reads the fields of a struct or variant, and checks what only shows in all of them together: two equal names, a
//! tag that is a field as well, several flattened maps.

use proc_macro2::Span;
use syn::Fields;
use syn::spanned::Spanned as _;

use super::TypeReader;
use crate::rust_types::attributes::Attributes;
use crate::rust_types::rename_rule::RenameRule;
use crate::rust_types::user_type::{Contents, Default as DefaultOf, Member, Role};

/// What the attributes around fields say of them.
pub(super) struct ContainerAttributes {
    pub(super) case: Option<RenameRule>,
    pub(super) closed: Option<Span>,
    pub(super) base: Option<DefaultOf>,
    /// A property that the fields stand beside.
    pub(super) tag: Option<String>,
}

impl ContainerAttributes {
    pub(super) fn from_struct_attributes(attributes: &Attributes) -> Self {
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

impl TypeReader {
    pub(super) fn read_contents(
        &mut self,
        fields: &Fields,
        container: &ContainerAttributes,
    ) -> Contents {
        match fields {
            Fields::Unit => Contents::Unit,
            Fields::Named(named) => {
                let members = named.named.iter().enumerate();
                let members: Vec<Member> = members
                    .filter_map(|(index, field)| self.read_named_field(field, index, container))
                    .collect();
                self.check_members_together(&members, fields, container);
                Contents::Fields {
                    members,
                    closed: container.closed.is_some(),
                    base: container.base.clone(),
                }
            }
            Fields::Unnamed(unnamed) => {
                let members = unnamed.unnamed.iter().enumerate();
                let mut members: Vec<Member> = members
                    .filter_map(|(index, field)| self.read_tuple_field(field, index, container))
                    .collect();
                match (unnamed.unnamed.len(), members.pop()) {
                    // serde writes a struct with one unnamed field as that field, without a list
                    // around it.
                    (1, Some(only)) => Contents::One(Box::new(only)),
                    (_, last) => {
                        members.extend(last);
                        Contents::Row(members)
                    }
                }
            }
        }
    }

    pub(super) fn read_transparent(
        &mut self,
        fields: &Fields,
        container: &ContainerAttributes,
        span: Span,
    ) -> Contents {
        match self.read_contents(fields, container) {
            Contents::One(member) => Contents::One(member),
            Contents::Fields { mut members, .. } if members.len() == 1 => match members.pop() {
                Some(member) if member.role == Role::Property => Contents::One(Box::new(member)),
                _ => Contents::Unit,
            },
            _ => {
                let message = "a transparent struct must have exactly one field: remove `transparent` or the \
                    other fields";
                self.problems.add_problem(span, message);
                Contents::Unit
            }
        }
    }

    /// What is wrong with fields beside each other.
    fn check_members_together(
        &mut self,
        members: &[Member],
        fields: &Fields,
        container: &ContainerAttributes,
    ) {
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
                    "another field has the name `{}` in JSON too: rename one of them",
                    member.wire
                );
                self.problems.add_problem(span, message);
            }
            if container.tag.as_ref() == Some(&member.wire) {
                let message = format!(
                    "`{}` is already the tag of the enum: rename one of them",
                    member.wire
                );
                self.problems.add_problem(span, message);
            }
        }
        let flattened = members
            .iter()
            .any(|member| matches!(member.role, Role::Part | Role::Rest));
        // serde documents that the two attributes do not work together.
        if let (Some(span), true) = (container.closed, flattened) {
            let message = "the flattened type has fields that are unknown here: remove `deny_unknown_fields` \
                or `flatten`";
            self.problems.add_problem(span, message);
        }
        if members
            .iter()
            .filter(|member| member.role == Role::Rest)
            .count()
            > 1
        {
            let message = "only one map can be flattened, because it takes all properties that no field has: remove the others";
            self.problems.add_problem(fields.span(), message);
        }
    }
}
