use std::rc::Rc;

/// Where the dynamic anchors of a name lead after the resources that were entered: to the first of
/// them that has one. `R` is what a resource is known by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Scope<R>(Rc<Vec<(String, R)>>);

impl<R> Default for Scope<R> {
    fn default() -> Self {
        Self(Rc::default())
    }
}

impl<R: Clone> Scope<R> {
    /// The resource that a dynamic anchor leads to.
    pub(crate) fn get(&self, name: &str) -> Option<&R> {
        let (_, resource) = self.0.iter().find(|(known, _)| known == name)?;
        Some(resource)
    }

    /// The scope within a resource that has these dynamic anchors.
    pub(crate) fn enter<'a>(
        &self,
        resource: &R,
        anchors: impl Iterator<Item = &'a String>,
    ) -> Self {
        let mut entered = self.clone();
        for name in anchors {
            if entered.get(name).is_none() {
                let all = Rc::make_mut(&mut entered.0);
                let place = all.partition_point(|(known, _)| known < name);
                all.insert(place, (name.clone(), resource.clone()));
            }
        }
        entered
    }
}
