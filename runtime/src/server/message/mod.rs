//! Reads JSON-RPC messages from text, for both transports, and says what is wrong with text that
//! is not a message.
//!
//! The input is a line of stdio or the body of an HTTP request. The output is rmcp's message, or a
//! [`Rejection`]: the JSON-RPC error that answers the text. Nothing here reads from a stream, so a
//! check that must see every text before it is parsed belongs in [`parse_message`].

mod outline;
mod rejection;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use rmcp::model::ClientJsonRpcMessage;

use crate::json_scan::{JsonScan, MAX_REQUEST_VALUES};
use crate::rounded_integer::find_rounded_integer;
pub(super) use outline::Outline;
pub(super) use rejection::{Rejection, is_tool_call, json_rpc_call_failure};

/// One message, or the answer to what was sent instead of one.
pub(super) type Received = Result<ClientJsonRpcMessage, Rejection>;

/// The most messages that are read from one line. A line should hold one; without a limit, 16 MiB
/// of `{}{}{}…` would become millions of answers.
const MAX_MESSAGES_PER_LINE: usize = 100;

/// JSON may begin with a byte order mark, which a parser may ignore (RFC 8259, section 8.1).
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Parses text that is one message.
///
/// # Errors
///
/// The text is not JSON, or not a JSON-RPC message.
pub(super) fn parse_message(text: &[u8]) -> Received {
    serde_json::from_slice(text).map_err(|error| Rejection::for_text(text, &error))
}

/// Parses a line and appends what it holds to `received`.
///
/// MCP wants one message on each line. A client that loses a newline puts two on one, and each of
/// them wants an answer, so all messages of a line are taken, in order.
pub(super) fn parse_line(line: &[u8], received: &mut VecDeque<Received>) {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    let line = line.trim_ascii();
    if line.is_empty() {
        return;
    }
    // A parsed value takes up to forty times the memory of its text, so they are counted before.
    let scan = JsonScan::of_text(line);
    let values = scan.value_count();
    if values > MAX_REQUEST_VALUES {
        return received.push_back(Err(Rejection::too_many_values(line, values)));
    }
    if scan.may_have_rounded_integers() && find_rounded_integer(line).is_some() {
        return split_line(line, received);
    }
    match serde_json::from_slice(line) {
        Ok(message) => received.push_back(Ok(message)),
        Err(_) => split_line(line, received),
    }
}

/// Parses the values of a line one by one, once the line as a whole is known not to be a message.
///
/// [`Outline`] finds where a value ends without looking into it. So a lone surrogate, a number that
/// is too large or would be rounded, or a value that is too deep costs only the message that has it.
fn split_line(line: &[u8], received: &mut VecDeque<Received>) {
    let mut rest = line;
    for _ in 0..MAX_MESSAGES_PER_LINE {
        let end = Outline::default().read_bytes(rest);
        let (value, others) = rest.split_at_checked(end).unwrap_or((rest, &[]));
        // The answer of a client is taken in any case, because somebody waits for it.
        let rejection = find_rounded_integer(value)
            .map(|integer| Rejection::rounded_integer(value, &integer))
            .filter(|rejection| !rejection.wants_no_answer());
        received.push_back(rejection.map_or_else(|| parse_message(value), Err));
        rest = others.trim_ascii_start();
        if rest.is_empty() {
            return;
        }
    }
    received.push_back(Err(Rejection::too_many_messages(MAX_MESSAGES_PER_LINE)));
}
