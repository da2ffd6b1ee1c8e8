use crate::api::Api;

/// The [`Api`] of a spec with manual operations. It cannot be served as it is: the generated
/// function `tools` beside it takes the handlers that it lacks.
///
/// ```
/// use toolwright::{Api, ManualApi};
///
/// static API: ManualApi = ManualApi::new(Api::new("shop"));
/// assert_eq!(API.api().name, "shop");
/// ```
#[derive(Debug)]
pub struct ManualApi(Api);

impl ManualApi {
    /// An API some of whose operations are handled by hand.
    pub const fn new(api: Api) -> Self {
        Self(api)
    }

    /// What the compiler made from the spec.
    pub const fn api(&'static self) -> &'static Api {
        &self.0
    }
}

impl From<&'static ManualApi> for &'static Api {
    fn from(manual: &'static ManualApi) -> Self {
        manual.api()
    }
}
