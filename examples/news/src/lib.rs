//! x
/// x
pub mod news {
    toolwright::include_tools!("news");
}
