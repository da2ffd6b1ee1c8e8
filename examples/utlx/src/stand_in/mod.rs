//! x
/// x
#[derive(Debug)]
pub struct StandIn;
