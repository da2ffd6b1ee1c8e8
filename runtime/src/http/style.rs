/// How a parameter's value is written (OpenAPI 3.0.3, "Style Values"), `explode` included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `simple`: `3,4,5` and `R,100,G,200`. Default of path and header parameters.
    Simple,
    /// `simple` with explode: `3,4,5` and `R=100,G=200`.
    SimpleExploded,
    /// `label`: `.3,4,5`; the text of the standard's table is `.3.4.5` for both.
    Label,
    /// `label` with explode: `.3.4.5` and `.R=100.G=200`.
    LabelExploded,
    /// `matrix`: `;color=3,4,5`.
    Matrix,
    /// `matrix` with explode: `;color=3;color=4`.
    MatrixExploded,
    /// `form` without explode: `color=3,4,5`.
    Form,
    /// `form` with explode: `color=3&color=4`. Default of query and cookie parameters.
    FormExploded,
    /// `spaceDelimited`, Swagger's `ssv`: `color=3%204`.
    SpaceDelimited,
    /// `pipeDelimited`, Swagger's `pipes`: `color=3%7C4`.
    PipeDelimited,
    /// Swagger 2.0's `tsv`: values separated by a tab.
    TabDelimited,
    /// `deepObject`: `color[R]=100&color[G]=200`.
    DeepObject,
    /// `content: application/json`: the value as JSON text.
    Json,
}

/// Where an API key goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApiKeyIn {
    /// A header.
    Header,
    /// The query string.
    Query,
    /// A cookie.
    Cookie,
}
