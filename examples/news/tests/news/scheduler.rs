//! The scheduler: it refreshes what is due, and its state is that of the database.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::database::{Database, on_each_database};
use crate::feed_server::FeedServer;
use crate::server::Server;

const SCHEDULED: &[(&str, &str)] = &[("NEWS_SCHEDULER", "on"), ("NEWS_ALLOW_PRIVATE_FEEDS", "1")];

/// Asks until the state is as wanted.
fn wait_for(server: &mut Server, is_reached: impl Fn(&Value) -> bool) -> Value {
    let started = Instant::now();
    loop {
        let state = server.value("scheduler_heartbeat", json!({}));
        if is_reached(&state) {
            return state;
        }
        assert!(started.elapsed() < Duration::from_secs(20), "{state}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

on_each_database!(the_state_survives_a_restart, #[ignore = "needs PostgreSQL"]);

fn the_state_survives_a_restart(database: &Database) {
    let feeds = FeedServer::start();
    let mut server = Server::start(&database.url);
    let state = server.value("scheduler_status", json!({"action": "config"}));
    assert_eq!(
        (&state["enabled"], &state["alive"]),
        (&json!(false), &json!(false))
    );
    server.value("scheduler_set_interval", json!({"minutes": 45}));
    let added = server.value("add_feed", json!({"url": feeds.url("/rss")}));
    assert_eq!(added["feed"]["fetch_interval_minutes"], 45, "{added}");
    drop(server);

    let mut server = Server::start_with(&database.url, SCHEDULED);
    let state = wait_for(&mut server, |state| state["alive"] == true);
    assert_eq!(
        (&state["runs"], &state["due_feeds"]),
        (&json!(0), &json!(0)),
        "{state}"
    );
    assert_eq!(state["interval_minutes"], 45);
    assert_eq!(state["next_fetches"][0]["feed_id"], 9, "{state}");
    drop(server);

    // Its time has come while no server ran.
    let before = feeds.requests().len();
    database.execute("UPDATE feeds SET next_fetch_at = NULL WHERE id = 9");
    let mut server = Server::start_with(&database.url, SCHEDULED);
    let state = wait_for(&mut server, |state| state["runs"] == 1);
    assert_eq!(state["due_feeds"], 0, "{state}");
    assert_eq!(
        feeds.requests().len(),
        before + 1,
        "sample feeds are not fetched"
    );
    drop(server);

    let mut server = Server::start(&database.url);
    let after = server.value("scheduler_status", json!({}));
    assert_eq!(
        (&after["runs"], &after["last_run_at"]),
        (&json!(1), &state["last_run_at"])
    );
    assert_eq!(after["enabled"], false);
}
