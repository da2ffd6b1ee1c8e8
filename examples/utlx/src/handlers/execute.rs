//! `execute_transformation`. What the transformation itself fails of is a result with the place of the error.

use std::time::{Duration, Instant};

use toolwright::{Call, ToolError};

use crate::Assistant;
use crate::api::types::{
    ExecuteTransformationBody, ExecuteTransformationResponse, Execution, ExecutionError,
};
use crate::api::{self, handlers};
use crate::daemon::{self, ExecutionProblem};
use crate::failure::Failure;
use crate::utlx::mistakes::advice_for_line;

/// The seed's target: what takes longer is told.
const SLOW: Duration = Duration::from_secs(1);
/// No execution takes an hour: a time above that is an error of the daemon.
const LONGEST_MILLISECONDS: f64 = 3_600_000.0;

impl handlers::ExecuteTransformation for Assistant {
    async fn execute_transformation(
        &self,
        request: api::ExecuteTransformation,
        _: &Call<'_>,
    ) -> Result<ExecuteTransformationResponse, ToolError> {
        let data = self.execute_checked(request.body).await?;
        Ok(ExecuteTransformationResponse {
            success: true,
            data,
        })
    }
}

impl Assistant {
    async fn execute_checked(&self, call: ExecuteTransformationBody) -> Result<Execution, Failure> {
        let megabytes = self.settings.execute_transformation.max_memory_mb;
        let size = call.input_data.len() as u64;
        if size > megabytes << 20 {
            return Err(Failure::invalid_argument(
                "/inputData",
                format!(
                    "has {size} bytes, and an execution may take {megabytes} MB \
                     (tools.execute_transformation.max_memory_mb). Send a part of the data."
                ),
            ));
        }
        let started = Instant::now();
        let report = self.daemon.execute_transformation(daemon::Execution {
            transformation: call.transformation.clone(),
            input: call.input_data,
            input_format: call.input_format,
            output_format: call.output_format,
        });
        let report = report.await?;
        let measured = started.elapsed();
        let time = report.time.filter(|time| is_plausible(*time));
        let time = time.unwrap_or(measured.as_secs_f64() * 1000.0);
        let slow = format!(
            "The execution took {} ms; transformations on sample data should take less than {} ms.",
            measured.as_millis(),
            SLOW.as_millis()
        );
        let (output, error) = match report.result {
            Ok(output) => (Some(output), None),
            Err(problem) => (
                None,
                Some(self.describe_problem(problem, &call.transformation).await),
            ),
        };
        Ok(Execution {
            success: error.is_none(),
            output,
            error,
            // Microseconds are enough.
            execution_time: (time * 1000.0).round() / 1000.0,
            warnings: (measured > SLOW).then(|| vec![slow]),
        })
    }

    async fn describe_problem(
        &self,
        problem: ExecutionProblem,
        transformation: &str,
    ) -> ExecutionError {
        let mistakes = self.find_mistakes_of_body(transformation).await;
        let line = problem
            .place
            .and_then(|place| usize::try_from(place.line).ok());
        // Only what is on the line of the error is certain to belong to it.
        let advice =
            line.and_then(|line| advice_for_line(&mistakes, line).filter(|it| it.line == line));
        ExecutionError {
            message: problem.message,
            line: problem.place.map(|place| place.line),
            column: problem.place.and_then(|place| place.column),
            stack_trace: problem.stack_trace,
            suggestion: advice.map(|advice| advice.text.clone()),
        }
    }
}

/// Whether a daemon can mean a number of milliseconds. Others are replaced by the time that was measured here: a number
/// that is not finite would be `null` in JSON.
fn is_plausible(milliseconds: f64) -> bool {
    (0.0..=LONGEST_MILLISECONDS).contains(&milliseconds)
}

#[cfg(test)]
mod tests {
    use super::is_plausible;

    #[test]
    fn times_that_no_execution_takes_are_ignored() {
        for time in [-1.0, 1e308, -1e308, 3_600_001.0, f64::NAN, f64::INFINITY] {
            assert!(!is_plausible(time), "{time}");
        }
        for time in [0.0, 0.25, 3_600_000.0] {
            assert!(is_plausible(time), "{time}");
        }
    }
}
