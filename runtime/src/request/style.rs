//! The styles of parameters (OpenAPI, "Style Values"), each with `explode`. Generated code names them; how they are
//! written is in `style_expansion`.

/// How a parameter's value is written, `explode` included.
///
/// The examples are those of OpenAPI 3.0.4, "Style Examples": a parameter `color` whose value is
/// the array `["blue", "black", "brown"]` or the object `{"R": 100, "G": 200, "B": 150}`.
///
/// The standard leaves gaps; they are filled so:
///
/// - `null` is RFC 6570's undefined: such a parameter, array item or member is left out. So is an
///   empty array or object. A path parameter can't be left out, there it is a problem.
/// - A value inside the value that the style has no rule for (an array in an array) is its JSON
///   text. [`Self::DeepObject`] alone goes deeper.
/// - A style where the standard doesn't allow it (`form` in a path) is the nearest one that fits
///   the place: `simple` in paths and headers, `form` in queries and cookies.
/// - What RFC 3986 doesn't allow in a URL is percent-encoded, as in the table of OpenAPI 3.0.4: `|`,
///   `[`, `]`.
///
/// ```
/// use serde_json::json;
/// use toolwright::{HttpRequest, Method, Style};
///
/// let mut request = HttpRequest::new(Method::Get, "/pets");
/// request.query_with_style("color", Style::PipeDelimited, &json!(["blue", "black"]));
/// request.query_with_style("filter", Style::DeepObject, &json!({"age": {"min": 1}}));
/// assert_eq!(request.query_string(), "color=blue%7Cblack&filter%5Bage%5D%5Bmin%5D=1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `simple`, Swagger's `csv` in paths and headers: `blue,black,brown` and
    /// `R,100,G,200,B,150`. Default of path and header parameters.
    Simple,
    /// `simple` with explode: `blue,black,brown` and `R=100,G=200,B=150`.
    SimpleExploded,
    /// `label`: `.blue,black,brown` and `.R,100,G,200,B,150`, as RFC 6570 and OpenAPI 3.0.4, 3.1.1 and
    /// 3.2 have it; the table of 3.0.3 had dots in place of the commas.
    Label,
    /// `label` with explode: `.blue.black.brown` and `.R=100.G=200.B=150`.
    LabelExploded,
    /// `matrix`: `;color=blue,black,brown` and `;color=R,100,G,200,B,150`.
    Matrix,
    /// `matrix` with explode: `;color=blue;color=black;color=brown` and `;R=100;G=200;B=150`.
    MatrixExploded,
    /// `form` without explode, Swagger's `csv` in queries: `color=blue,black,brown` and
    /// `color=R,100,G,200,B,150`.
    Form,
    /// `form` with explode, Swagger's `multi`: `color=blue&color=black&color=brown` and
    /// `R=100&G=200&B=150`. Default of query and cookie parameters. In a cookie the pairs are
    /// cookies of their own: `color=blue; color=black; color=brown`.
    FormExploded,
    /// `spaceDelimited`, Swagger's `ssv`: `color=blue%20black%20brown`; in a header a bare space.
    SpaceDelimited,
    /// `pipeDelimited`, Swagger's `pipes`: `color=blue%7Cblack%7Cbrown`; in a header a bare bar.
    PipeDelimited,
    /// Swagger's `tsv`: `color=blue%09black%09brown`; in a header a bare tab.
    TabDelimited,
    /// `deepObject`: `color[R]=100&color[G]=200&color[B]=150`, with the brackets percent-encoded.
    ///
    /// The standard ends there. Members of members are `color[a][b]=1`, and items of arrays are
    /// numbered, `color[a][0]=1&color[a][1]=2`: the one form that keeps arrays of objects apart
    /// and that Stripe, PHP and Node's `qs` read.
    DeepObject,
    /// `content: application/json`: the value as JSON text, `null` included.
    Json,
}

impl Style {
    pub(super) fn is_exploded(self) -> bool {
        matches!(
            self,
            Self::SimpleExploded
                | Self::LabelExploded
                | Self::MatrixExploded
                | Self::FormExploded
                | Self::DeepObject
        )
    }
}
