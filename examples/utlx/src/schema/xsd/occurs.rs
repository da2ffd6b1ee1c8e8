use crate::schema::xml::Element;

/// How often a particle may occur.
#[derive(Clone, Copy)]
pub(super) struct Occurs {
    pub(super) least: i64,
    /// `None` is any number.
    pub(super) most: Option<i64>,
}

impl Occurs {
    pub(super) const ONCE: Self = Self {
        least: 1,
        most: Some(1),
    };

    pub(super) fn read(element: &Element) -> Self {
        let least = element
            .attribute("minOccurs")
            .and_then(|it| it.parse().ok());
        let most = match element.attribute("maxOccurs") {
            Some("unbounded") => None,
            Some(count) => Some(count.parse().unwrap_or(1)),
            None => Some(1),
        };
        Self {
            least: least.unwrap_or(1),
            most,
        }
    }

    /// How often a particle occurs within a group that occurs so often itself.
    pub(super) fn within(self, group: Self) -> Self {
        Self {
            least: self.least.saturating_mul(group.least),
            most: self
                .most
                .zip(group.most)
                .map(|(one, other)| one.saturating_mul(other)),
        }
    }
}
