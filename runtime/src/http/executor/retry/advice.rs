use std::time::Duration;

/// How often a request was sent.
#[derive(Debug, Default)]
pub(in crate::http::executor) struct Tries {
    made: u32,
    /// The wait for which there was no time.
    too_long: Option<Duration>,
}

impl Tries {
    pub(super) fn count(&mut self) {
        self.made += 1;
    }

    pub(super) fn stop(&mut self, wait: Duration) {
        self.too_long = Some(wait);
    }

    pub(in crate::http::executor) fn made(&self) -> u32 {
        self.made
    }

    /// What a failure says of them: lines to append.
    pub(in crate::http::executor) fn told(&self, timeout: Duration) -> String {
        let mut text = String::new();
        if self.made > 1 {
            text.push_str(&format!("\nThe request was sent {} times.", self.made));
        }
        if let Some(wait) = self.too_long {
            text.push_str(&format!(
                "\nIt was not sent again: the API asks to wait {} s, which is more than is left of \
                 the {} s that a call may take.",
                wait.as_secs(),
                timeout.as_secs_f64()
            ));
        }
        text
    }
}
