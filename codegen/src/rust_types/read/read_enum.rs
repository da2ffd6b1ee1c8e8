//! Reads an enum: its representation, and its variants with their contents.

use syn::spanned::Spanned as _;
use syn::{DataEnum, DeriveInput, Fields, Variant};

use super::read_fields::ContainerAttributes;
use super::{TypeReader, choose_renamer};
use crate::rust_types::Direction;
use crate::rust_types::attributes::{AttributePlace, Attributes};
use crate::rust_types::rename_rule::RenameRule;
use crate::rust_types::rust_kind::RustKind;
use crate::rust_types::user_type::{Contents, Names, Role, Shape, Tagging, UserVariant};

impl TypeReader {
    pub(super) fn read_enum(
        &mut self,
        data: &DataEnum,
        attributes: &Attributes,
        item: &DeriveInput,
    ) -> Shape {
        let tagging = self.read_tagging(attributes);
        let mut variants = Vec::new();
        for variant in &data.variants {
            variants.extend(self.read_variant(variant, &tagging, attributes));
        }
        if variants.is_empty() && data.variants.is_empty() {
            self.problems.add_problem(
                item.ident.span(),
                "an enum without variants has no values: add a variant",
            );
        }
        let is_unit = |variant: &UserVariant| matches!(variant.contents, Contents::Unit);
        // serde writes an external unit variant as a string, so an enum of these alone is an enum of strings.
        if matches!(tagging, Tagging::External) && variants.iter().all(is_unit) {
            return Shape::Names(variants.into_iter().map(to_string_variant).collect());
        }
        Shape::Choice(tagging, variants)
    }

    fn read_tagging(&mut self, attributes: &Attributes) -> Tagging {
        match (attributes.untagged, &attributes.tag, &attributes.content) {
            (None, None, None) => Tagging::External,
            (Some(_), None, None) => Tagging::Untagged,
            (None, Some((tag, _)), None) => Tagging::Internal(tag.clone()),
            (None, Some((tag, _)), Some((content, span))) => {
                if tag == content {
                    self.problems.add_problem(
                        *span,
                        "the tag and the content must be two properties: give them different names",
                    );
                }
                Tagging::Adjacent(tag.clone(), content.clone())
            }
            (None, None, Some((_, span))) => {
                self.problems.add_problem(
                    *span,
                    "`content` needs a tag: write `tag = \"…\"` beside it",
                );
                Tagging::External
            }
            (Some(span), ..) => {
                self.problems.add_problem(
                    span,
                    "an enum with a tag cannot be untagged: remove one of the two",
                );
                Tagging::Untagged
            }
        }
    }

    fn read_variant(
        &mut self,
        variant: &Variant,
        tagging: &Tagging,
        around: &Attributes,
    ) -> Option<UserVariant> {
        let attributes = Attributes::read_attributes(
            &variant.attrs,
            AttributePlace::Variant,
            self.direction,
            &mut self.problems,
        );
        if let Some(span) = attributes.skip {
            if self.direction == Direction::Output {
                let message = "a skipped variant has no JSON, but the tool can return it: remove it from the \
                    enum, or remove `skip`";
                self.problems.add_problem(span, message);
            }
            return None;
        }
        let wire = self.json_name(
            attributes.rename.as_ref(),
            &variant.ident,
            choose_renamer(around.rename_all, RenameRule::rename_variant),
        );
        let container = ContainerAttributes {
            case: attributes.rename_all.or(around.rename_all_fields),
            closed: around.deny_unknown_fields,
            base: None,
            tag: match tagging {
                Tagging::Internal(tag) => Some(tag.clone()),
                _ => None,
            },
        };
        let mut contents = self.read_contents(&variant.fields, &container);
        if let Tagging::Internal(tag) = tagging {
            self.check_internal_tag(&contents, variant, tag);
            if let Contents::One(member) = &mut contents {
                member.role = Role::Part;
            }
        }
        Some(UserVariant {
            ident: variant.ident.clone(),
            wire,
            about: attributes.about,
            contents,
        })
    }

    /// A tag needs an object to stand in.
    fn check_internal_tag(&mut self, contents: &Contents, variant: &Variant, tag: &str) {
        let message = match contents {
            Contents::Row(_) => "a tuple",
            Contents::One(member) if !matches!(member.kind, RustKind::Other(_)) => "this type",
            _ => return,
        };
        let span = match &variant.fields {
            Fields::Unnamed(fields) => fields.unnamed.span(),
            other => other.span(),
        };
        self.problems.add_problem(
            span,
            format!(
                "the tag `{tag}` is written among the fields of a struct, and {message} has no fields: give \
                 the variant named fields, or write `content = \"…\"` beside the tag"
            ),
        );
    }
}

fn to_string_variant(variant: UserVariant) -> Names {
    Names {
        wire: variant.wire,
        doc: variant.about.description,
        ident: variant.ident,
    }
}
