//! Servers of real specs, driven by clients that are not ours.

mod discovery;
mod servers;
