use std::time::Duration;

/// The tries of a call, and the time that they have together.
#[derive(Debug)]
pub(in crate::http::executor) struct Attempts {
    timeout: Duration,
    made: u32,
    /// The wait for which there was no time.
    too_long: Option<Duration>,
}

impl Attempts {
    pub(in crate::http::executor) fn with_timeout(timeout: Duration) -> Self {
        Self {
            timeout,
            made: 0,
            too_long: None,
        }
    }

    pub(in crate::http::executor) fn timeout(&self) -> Duration {
        self.timeout
    }

    pub(in crate::http::executor) fn made(&self) -> u32 {
        self.made
    }

    pub(super) fn count_attempt(&mut self) {
        self.made += 1;
    }

    pub(super) fn stop_for_wait(&mut self, wait: Duration) {
        self.too_long = Some(wait);
    }

    /// What a failure says of them: lines to append.
    pub(in crate::http::executor) fn describe_attempts(&self) -> String {
        let mut text = String::new();
        if self.made > 1 {
            text.push_str(&format!("\nIt was tried {} times.", self.made));
        }
        if let Some(wait) = self.too_long {
            text.push_str(&format!(
                "\nIt was not retried: the API asks to wait {} s, which is more than the time left of the {} \
                 s that a call may take.",
                wait.as_secs(),
                self.timeout.as_secs_f64()
            ));
        }
        text
    }
}
