//! The server as its clients have it: the binary over stdio, on SQLite, and on the PostgreSQL server
//! that `TOOLWRIGHT_POSTGRES` names.

mod articles;
mod bridge;
mod catalogue;
mod database;
mod feed_server;
mod feeds;
mod queries;
mod scheduler;
mod server;
mod tools;
