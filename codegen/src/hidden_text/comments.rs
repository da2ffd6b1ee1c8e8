//! HTML comments in Markdown: people who read the rendered text do not see them, models would.
//!
//! A comment in code is an example, and stays: in a code span within one line, or in a fenced
//! block. Where Markdown's rules for what is code are more involved (a span over several lines,
//! indented code), a comment is removed, because HTML that begins a line hides its text there too.

const OPENING: &str = "<!--";
const CLOSING: &str = "-->";

/// The text without its comments, and what these say; `None` if it has no comments.
pub(super) fn remove_comments(text: &str) -> Option<(String, Vec<&str>)> {
    text.contains(OPENING).then_some(())?;
    let mut remover = CommentRemover {
        text,
        at: 0,
        line_end: 0,
        last_closing: text.rfind(CLOSING).unwrap_or_default(),
        kept: String::with_capacity(text.len()),
        comments: Vec::new(),
    };
    remover.remove_all();
    (!remover.comments.is_empty()).then_some((remover.kept, remover.comments))
}

struct CommentRemover<'t> {
    text: &'t str,
    /// The first byte that was not looked at.
    at: usize,
    /// Where the line ends that this byte is in. That and the next field are kept, so that a text
    /// with many comments is not searched to its end for each.
    line_end: usize,
    /// Where the last comment ends that there may be.
    last_closing: usize,
    kept: String,
    comments: Vec<&'t str>,
}

impl<'t> CommentRemover<'t> {
    fn remove_all(&mut self) {
        let mut fence: Option<Fence> = None;
        let mut is_start = true;
        while self.at < self.text.len() {
            if self.line_end <= self.at {
                let end = self.text[self.at..].find('\n');
                self.line_end = end.map_or(self.text.len(), |end| self.at + end + 1);
            }
            let line = &self.text[self.at..self.line_end];
            let marker = is_start.then(|| Fence::from_line(line)).flatten();
            match (&fence, marker) {
                (Some(open), marker) => {
                    self.keep_bytes(line.len());
                    if marker.is_some_and(|marker| marker.closes(open)) {
                        fence = None;
                    }
                }
                (None, Some(marker)) if marker.can_open => {
                    self.keep_bytes(line.len());
                    fence = Some(marker);
                }
                (None, _) => self.take_line(line, is_start),
            }
            is_start = self.text[..self.at].ends_with('\n');
        }
    }

    fn keep_bytes(&mut self, len: usize) {
        self.kept.push_str(&self.text[self.at..self.at + len]);
        self.at += len;
    }

    /// Takes a line outside of fenced code, and if a comment begins in it, all of that.
    fn take_line(&mut self, line: &'t str, is_start: bool) {
        let mut from = 0;
        while let Some(found) = line[from..].find(['`', '<']) {
            let here = from + found;
            let rest = &line[here..];
            if rest.starts_with('`') {
                from = here + code_span_len(rest);
            } else if rest.starts_with(OPENING) {
                let is_first = is_start && line[..here].trim().is_empty();
                let after = &self.text[self.at + here..];
                match self.comment_len(self.at + here, 0) {
                    Some(len) => {
                        self.keep_bytes(here);
                        self.drop_comment(len);
                        return self.drop_what_now_is_a_comment();
                    }
                    // Markdown hides the rest of the text if such a line begins with the comment.
                    None if is_first => {
                        self.keep_bytes(here);
                        return self.drop_comment(after.len());
                    }
                    None => from = here + OPENING.len(),
                }
            } else {
                from = here + 1;
            }
        }
        self.keep_bytes(line.len());
    }

    fn drop_comment(&mut self, len: usize) {
        self.comments.push(&self.text[self.at..self.at + len]);
        self.at += len;
    }

    /// What stood around a comment may be one: `<!<!-- -->-- hidden -->`.
    fn drop_what_now_is_a_comment(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let split = (1..OPENING.len()).find(|&split| {
                self.kept.ends_with(&OPENING[..split]) && rest.starts_with(&OPENING[split..])
            });
            let Some((split, len)) =
                split.and_then(|at| Some((at, self.comment_len(self.at, at)?)))
            else {
                return;
            };
            self.kept.truncate(self.kept.len() - split);
            self.drop_comment(len);
        }
    }

    /// The bytes of the comment that goes on at a byte of the text, `None` if it does not end. Of
    /// its opening, so many bytes stand before that.
    fn comment_len(&self, start: usize, opened: usize) -> Option<usize> {
        // `<!-->` and `<!--->` are comments as well (CommonMark 0.31, 6.6).
        let from = start + 2_usize.saturating_sub(opened);
        if from > self.last_closing {
            return None;
        }
        let end = self.text[from..].find(CLOSING)?;
        Some(from + end + CLOSING.len() - start)
    }
}

/// The bytes of the code span that a line goes on with, or else of the backticks.
fn code_span_len(line: &str) -> usize {
    let ticks = |text: &str| text.len() - text.trim_start_matches('`').len();
    let opening = ticks(line);
    let mut at = opening;
    while let Some(found) = line[at..].find('`') {
        at += found;
        let run = ticks(&line[at..]);
        at += run;
        if run == opening {
            return at;
        }
    }
    opening
}

/// Three or more backticks or tildes at the start of a line.
struct Fence {
    mark: char,
    len: usize,
    can_open: bool,
    can_close: bool,
}

impl Fence {
    fn from_line(line: &str) -> Option<Self> {
        let text = line.trim_start_matches(' ');
        // With more spaces it is indented code.
        if line.len() - text.len() > 3 {
            return None;
        }
        let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let info = text.trim_start_matches(mark);
        let len = text.len() - info.len();
        (len >= 3).then(|| Self {
            mark,
            len,
            can_open: mark == '~' || !info.contains('`'),
            can_close: info.trim().is_empty(),
        })
    }

    fn closes(&self, open: &Self) -> bool {
        self.can_close && self.mark == open.mark && self.len >= open.len
    }
}
