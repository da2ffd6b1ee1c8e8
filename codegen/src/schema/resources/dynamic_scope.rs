use std::rc::Rc;

/// Where the dynamic anchors of a name lead after the resources that were entered: to the first of
/// them that has one. `R` is what a resource is known by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct DynamicScope<R>(Rc<Vec<(String, R)>>);

impl<R> Default for DynamicScope<R> {
    fn default() -> Self {
        Self(Rc::default())
    }
}

impl<R: Clone> DynamicScope<R> {
    /// The resource that a dynamic anchor leads to.
    pub(crate) fn get_resource(&self, name: &str) -> Option<&R> {
        let (_, resource) = self.0.iter().find(|(known, _)| known == name)?;
        Some(resource)
    }

    /// The scope within a resource that has these dynamic anchors.
    pub(crate) fn enter_resource<'a>(
        &self,
        resource: &R,
        anchors: impl Iterator<Item = &'a String>,
    ) -> Self {
        let mut entered = self.clone();
        for name in anchors {
            // The outermost resource wins (JSON Schema Core 2020-12, section 8.2.3.2), so a name is never replaced.
            if entered.get_resource(name).is_none() {
                let all = Rc::make_mut(&mut entered.0);
                // Sorted, so that scopes that lead to the same places are equal, however they were entered.
                let place = all.partition_point(|(known, _)| known < name);
                all.insert(place, (name.clone(), resource.clone()));
            }
        }
        entered
    }
}
