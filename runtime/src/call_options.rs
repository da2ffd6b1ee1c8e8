//! How the calls of an operation differ from others: base URLs, timeouts, pages, headers and preset
//! arguments. They are constants that generated code builds, with only what differs named, so that
//! a new option breaks no generated file. Executors act on them; nothing is sent from here.

use std::time::Duration;

use crate::base_url::BaseUrl;
use crate::preset::Preset;

/// How an operation is called, as far as it is not called like all others. Few operations have
/// anything of it, so that most tools have [`DEFAULT`](Self::DEFAULT).
///
/// ```
/// use std::time::Duration;
/// use toolwright::CallOptions;
///
/// const SLOW: CallOptions = CallOptions::DEFAULT.timeout_ms(90_000);
/// assert_eq!(SLOW.timeout, Some(Duration::from_secs(90)));
/// ```
///
/// What differs is named, one by one:
///
/// ```
/// use toolwright::{BaseUrl, CallOptions, Pagination, Preset};
///
/// const SEARCH: CallOptions = CallOptions::DEFAULT
///     .servers(&[BaseUrl::new("https://search.example.com")])
///     .cursor("after", "/next_cursor")
///     .fields("fields")
///     .accept("text/csv")
///     .accept_argument("accept")
///     .headers(&["ETag"])
///     .presets(&[Preset::constant(&["tenant"], "\"blue\"")])
///     .renamed(&[("body_id", "id")]);
/// assert_eq!(
///     SEARCH.pagination,
///     Some(Pagination::Cursor { argument: "after", next: "/next_cursor" })
/// );
/// assert_eq!((SEARCH.fields, SEARCH.accept), ("fields", "text/csv"));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CallOptions {
    /// Base URLs of this operation alone; empty: those of the [`Api`](crate::Api).
    pub servers: &'static [BaseUrl],
    /// How long a call may take, from connecting to the end of the response, whatever is set for
    /// the other operations.
    pub timeout: Option<Duration>,
    /// How the next page of the result is asked for.
    pub pagination: Option<Pagination>,
    /// The argument by which the caller selects members of the result; empty: there is none.
    pub fields: &'static str,
    /// The media types of the result as the `Accept` header names them (RFC 9110, 12.5.1); empty:
    /// JSON, or else anything.
    pub accept: &'static str,
    /// The argument by which the caller chooses the media type of the result; empty: there is none.
    pub accept_argument: &'static str,
    /// The headers of a response that are part of the result, by their names.
    pub headers: &'static [&'static str],
    /// The arguments that the caller does not give, or need not.
    pub presets: &'static [Preset],
    /// The arguments that are properties of a body of another name: the argument, and the property.
    pub renamed: &'static [(&'static str, &'static str)],
}

/// How the next page of a result is asked for: by which argument, and what it is given.
///
/// ```
/// use toolwright::{CallOptions, Counted, Pagination};
///
/// static COUNTED: Counted =
///     Counted::from(1).limit("per_page").size(30).items("/items").total("/total");
/// const BY_PAGE: CallOptions = CallOptions::DEFAULT.pages("page", &COUNTED);
/// assert_eq!(BY_PAGE.pagination, Some(Pagination::Page { argument: "page", counted: &COUNTED }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pagination {
    /// What the response has at a JSON pointer (RFC 6901): a cursor, or the URL of the next page.
    Cursor {
        /// The argument.
        argument: &'static str,
        /// The JSON pointer.
        next: &'static str,
    },
    /// What a header of the response says: a cursor, or the URL of the next page.
    Header {
        /// The argument.
        argument: &'static str,
        /// The header's name.
        header: &'static str,
    },
    /// The number of the page, one more than before.
    Page {
        /// The argument.
        argument: &'static str,
        /// How pages are counted.
        counted: &'static Counted,
    },
    /// How many items there were before.
    Offset {
        /// The argument.
        argument: &'static str,
        /// How pages are counted.
        counted: &'static Counted,
    },
}

/// How pages are counted, and how to tell that there is another one.
///
/// ```
/// use toolwright::{CallOptions, Counted};
///
/// // ?skip=0&top=50 gives the first fifty in `value`.
/// static BY_ITEM: Counted = Counted::from(0).limit("top").size(50).items("/value").total("/count");
/// const LIST: CallOptions = CallOptions::DEFAULT.offsets("skip", &BY_ITEM);
/// assert!(LIST.pagination.is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counted {
    /// What the argument is for the first page, where it is not given.
    pub first: u64,
    /// The argument that says how many items a page has; empty: there is none.
    pub limit: &'static str,
    /// How many items a page has where that is not given; 0: not known.
    pub size: u64,
    /// JSON pointer of the items in the response; empty: the response is the list, or else the
    /// first list in it.
    pub items: &'static str,
    /// JSON pointer of the number of all items in the response; empty: it does not say that.
    pub total: &'static str,
}

impl Counted {
    /// Counted from that number, of pages whose size is not known, in a response that is the list
    /// or has it as its first one.
    pub const fn from(first: u64) -> Self {
        Self {
            first,
            limit: "",
            size: 0,
            items: "",
            total: "",
        }
    }

    /// With an argument that says how many items a page has.
    #[must_use]
    pub const fn limit(mut self, argument: &'static str) -> Self {
        self.limit = argument;
        self
    }

    /// With how many items a page has if that argument is not given.
    #[must_use]
    pub const fn size(mut self, items: u64) -> Self {
        self.size = items;
        self
    }

    /// With the JSON pointer of the items in the response.
    #[must_use]
    pub const fn items(mut self, pointer: &'static str) -> Self {
        self.items = pointer;
        self
    }

    /// With the JSON pointer of the number of all items in the response.
    #[must_use]
    pub const fn total(mut self, pointer: &'static str) -> Self {
        self.total = pointer;
        self
    }
}

impl CallOptions {
    /// Nothing of its own.
    pub const DEFAULT: Self = Self {
        servers: &[],
        timeout: None,
        pagination: None,
        fields: "",
        accept: "",
        accept_argument: "",
        headers: &[],
        presets: &[],
        renamed: &[],
    };

    /// With base URLs of its own.
    #[must_use]
    pub const fn servers(mut self, servers: &'static [BaseUrl]) -> Self {
        self.servers = servers;
        self
    }

    /// With a limit of its own for how long a call takes, in milliseconds.
    #[must_use]
    pub const fn timeout_ms(mut self, milliseconds: u64) -> Self {
        self.timeout = Some(Duration::from_millis(milliseconds));
        self
    }

    /// With pages that are asked for by a cursor, which the response has at the JSON pointer `next`.
    #[must_use]
    pub const fn cursor(mut self, argument: &'static str, next: &'static str) -> Self {
        self.pagination = Some(Pagination::Cursor { argument, next });
        self
    }

    /// With pages that are asked for by a cursor, which the response has in a header.
    ///
    /// ```
    /// use toolwright::{CallOptions, Pagination};
    ///
    /// const LIST: CallOptions = CallOptions::DEFAULT.cursor_header("page", "X-Next-Page");
    /// assert!(matches!(LIST.pagination, Some(Pagination::Header { argument: "page", .. })));
    /// ```
    #[must_use]
    pub const fn cursor_header(mut self, argument: &'static str, header: &'static str) -> Self {
        self.pagination = Some(Pagination::Header { argument, header });
        self
    }

    /// With pages that are asked for by their number.
    ///
    /// ```
    /// use toolwright::{CallOptions, Counted, Pagination};
    ///
    /// static COUNTED: Counted = Counted::from(1).size(30);
    /// const BY_PAGE: CallOptions = CallOptions::DEFAULT.pages("page", &COUNTED);
    /// assert!(matches!(BY_PAGE.pagination, Some(Pagination::Page { argument: "page", .. })));
    /// ```
    #[must_use]
    pub const fn pages(mut self, argument: &'static str, counted: &'static Counted) -> Self {
        self.pagination = Some(Pagination::Page { argument, counted });
        self
    }

    /// With pages that are asked for by how many items there were before.
    ///
    /// ```
    /// use toolwright::{CallOptions, Counted, Pagination};
    ///
    /// static COUNTED: Counted = Counted::from(0).size(30);
    /// const BY_ITEM: CallOptions = CallOptions::DEFAULT.offsets("skip", &COUNTED);
    /// assert!(matches!(BY_ITEM.pagination, Some(Pagination::Offset { argument: "skip", .. })));
    /// ```
    #[must_use]
    pub const fn offsets(mut self, argument: &'static str, counted: &'static Counted) -> Self {
        self.pagination = Some(Pagination::Offset { argument, counted });
        self
    }

    /// With an argument by which the caller selects members of the result.
    #[must_use]
    pub const fn fields(mut self, argument: &'static str) -> Self {
        self.fields = argument;
        self
    }

    /// With a result of other media types than JSON.
    #[must_use]
    pub const fn accept(mut self, media_types: &'static str) -> Self {
        self.accept = media_types;
        self
    }

    /// With an argument by which the caller chooses the media type of the result.
    #[must_use]
    pub const fn accept_argument(mut self, argument: &'static str) -> Self {
        self.accept_argument = argument;
        self
    }

    /// With headers of the response that are part of the result.
    #[must_use]
    pub const fn headers(mut self, names: &'static [&'static str]) -> Self {
        self.headers = names;
        self
    }

    /// With arguments that the caller does not give, or need not.
    #[must_use]
    pub const fn presets(mut self, presets: &'static [Preset]) -> Self {
        self.presets = presets;
        self
    }

    /// With arguments that are properties of a body of another name.
    #[must_use]
    pub const fn renamed(mut self, renamed: &'static [(&'static str, &'static str)]) -> Self {
        self.renamed = renamed;
        self
    }
}
