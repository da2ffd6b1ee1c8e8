/// What went between the server and the upstream for a call: figures, and nothing of its content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traffic {
    /// The last response.
    pub(crate) status: Option<u16>,
    /// Requests that were sent.
    pub(crate) tries: u32,
    /// Bytes of the request's body, each time that it was sent.
    pub(crate) sent: u64,
    /// Bytes of the body of the last response, decompressed.
    pub(crate) received: u64,
}
