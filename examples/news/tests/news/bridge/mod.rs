//! The REST bridge in front of the news tools: the 90 tests of seed 004 in its four groups, against the running server
//! on SQLite and on PostgreSQL.

mod end_to_end;
mod propagation;
mod sentiment;
mod servers;
mod validation;
