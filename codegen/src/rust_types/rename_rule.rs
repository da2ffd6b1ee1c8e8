//! serde's `rename_all`: the case of fields, which are written in snake_case, and of variants, which are written in
//! PascalCase. The result equals serde's for every identifier, including its treatment of digits.

/// What `rename_all` does to names, as serde does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RenameRule {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl RenameRule {
    /// The cases by their names.
    pub(super) const ALL: [(&'static str, Self); 8] = [
        ("lowercase", Self::Lower),
        ("UPPERCASE", Self::Upper),
        ("PascalCase", Self::Pascal),
        ("camelCase", Self::Camel),
        ("snake_case", Self::Snake),
        ("SCREAMING_SNAKE_CASE", Self::ScreamingSnake),
        ("kebab-case", Self::Kebab),
        ("SCREAMING-KEBAB-CASE", Self::ScreamingKebab),
    ];

    pub(super) fn from_name(name: &str) -> Option<Self> {
        let (_, case) = Self::ALL.iter().find(|(known, _)| *known == name)?;
        Some(*case)
    }

    /// The name of a field that is written in snake_case.
    pub(super) fn rename_field(self, name: &str) -> String {
        match self {
            Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => to_pascal(name),
            Self::Camel => lowercase_first(&to_pascal(name)),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// The name of a variant that is written in PascalCase.
    pub(super) fn rename_variant(self, name: &str) -> String {
        match self {
            Self::Pascal => name.to_owned(),
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Camel => lowercase_first(name),
            Self::Snake => to_snake(name),
            Self::ScreamingSnake => to_snake(name).to_ascii_uppercase(),
            Self::Kebab => to_snake(name).replace('_', "-"),
            Self::ScreamingKebab => to_snake(name).to_ascii_uppercase().replace('_', "-"),
        }
    }
}

fn to_pascal(name: &str) -> String {
    let mut starts = true;
    let mut out = String::new();
    for c in name.chars() {
        match c {
            '_' => starts = true,
            c if std::mem::take(&mut starts) => out.push(c.to_ascii_uppercase()),
            c => out.push(c),
        }
    }
    out
}

fn lowercase_first(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().map(|c| c.to_ascii_lowercase());
    first.into_iter().chain(chars).collect()
}

fn to_snake(name: &str) -> String {
    let mut out = String::new();
    for (index, c) in name.char_indices() {
        if index > 0 && c.is_uppercase() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_change_as_serde_changes_them() {
        let fields: Vec<String> = RenameRule::ALL
            .iter()
            .map(|(_, case)| case.rename_field("pet_id2"))
            .collect();
        assert_eq!(
            fields,
            [
                "pet_id2", "PET_ID2", "PetId2", "petId2", "pet_id2", "PET_ID2", "pet-id2",
                "PET-ID2"
            ]
        );
        let variants = RenameRule::ALL
            .iter()
            .map(|(_, case)| case.rename_variant("VeryTasty"));
        assert_eq!(
            variants.collect::<Vec<_>>(),
            [
                "verytasty",
                "VERYTASTY",
                "VeryTasty",
                "veryTasty",
                "very_tasty",
                "VERY_TASTY",
                "very-tasty",
                "VERY-TASTY"
            ]
        );
    }
}
