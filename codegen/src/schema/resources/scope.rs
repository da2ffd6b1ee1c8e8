use std::rc::Rc;

/// Where the dynamic anchors of a name lead after the resources that were entered: to the first of
/// them that has one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Scope(Rc<Vec<(String, usize)>>);

impl Scope {
    /// The resource that a dynamic anchor leads to.
    pub(super) fn get(&self, name: &str) -> Option<usize> {
        let (_, resource) = self.0.iter().find(|(known, _)| known == name)?;
        Some(*resource)
    }

    /// The scope within a resource that has these dynamic anchors.
    pub(super) fn enter<'a>(
        &self,
        resource: usize,
        anchors: impl Iterator<Item = &'a String>,
    ) -> Self {
        let mut entered = self.clone();
        for name in anchors {
            if entered.get(name).is_none() {
                let all = Rc::make_mut(&mut entered.0);
                let place = all.partition_point(|(known, _)| known < name);
                all.insert(place, (name.clone(), resource));
            }
        }
        entered
    }
}
