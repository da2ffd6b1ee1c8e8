//! `execute_query`: what it answers, and what attackers get.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::database::Database;
use crate::server::Server;

#[test]
fn queries_give_rows_with_their_columns() {
    for database in Database::all() {
        let mut server = Server::start(&database.url);
        let mut query = |query: &str, limit: i64| {
            server.value("execute_query", json!({"query": query, "limit": limit}))
        };
        let rows = query(
            "SELECT id, title AS name, 1.5 AS x, NULL AS empty FROM feeds ORDER BY id DESC",
            2,
        );
        assert_eq!(rows["columns"], json!(["id", "name", "x", "empty"]));
        let first = json!({"id": 8, "name": "Energy and Climate", "x": 1.5, "empty": null});
        assert_eq!(rows["rows"][0], first);
        assert_eq!(
            (&rows["row_count"], &rows["truncated"]),
            (&json!(2), &json!(true))
        );
        let rows = query(
            "WITH f AS (SELECT * FROM feeds) SELECT count(*) AS n FROM f;",
            2,
        );
        assert_eq!(
            (&rows["rows"], &rows["truncated"]),
            (&json!([{"n": 8}]), &json!(false))
        );
        let none = query("SELECT id FROM feeds WHERE id < 0", 2);
        assert_eq!(
            (&none["columns"], &none["row_count"]),
            (&json!(["id"]), &json!(0))
        );
        let score = query(
            "SELECT max(a.analysis->>'sentiment_score') AS best, length('ö;--') AS n FROM item_analysis a",
            1,
        );
        assert_eq!(score["rows"][0]["n"], 4, "{score}");
    }
}

#[test]
fn queries_that_write_or_lead_out_are_rejected() {
    for database in Database::all() {
        let mut server = Server::start(&database.url);
        for query in [
            "DELETE FROM items",
            "SELECT 1; DELETE FROM items",
            "WITH d AS (DELETE FROM items RETURNING id) SELECT * FROM d",
            "PRAGMA query_only = 0",
            "ATTACH '/tmp/evil.db' AS evil",
            "VACUUM INTO '/tmp/evil.db'",
            "SELECT load_extension('/tmp/evil.so')",
            "SELECT writefile('/tmp/evil', 'x')",
            "SELECT zeroblob(900000000)",
            "COPY items TO PROGRAM 'touch /tmp/evil'",
            "SELECT pg_sleep(60)",
            "SELECT pg_read_file('/etc/passwd')",
            "SELECT \"pg_read_file\"('/etc/passwd')",
            "SELECT * FROM pg_shadow",
            "SELECT lo_import('/etc/passwd')",
            "SELECT set_config('transaction_read_only', 'off', false)",
            "SELECT query_to_xml('DELETE FROM items', true, true, '')",
            "SELECT 1) AS result; COMMIT; DELETE FROM items; SELECT (1",
            "BEGIN",
            "SET default_transaction_read_only = off",
        ] {
            let error = server.error("execute_query", json!({"query": query}));
            assert!(error.contains("/query: must"), "{query}: {error}");
        }
        let left = server.value(
            "execute_query",
            json!({"query": "SELECT count(*) AS n FROM items"}),
        );
        assert_eq!(left["rows"][0]["n"], 120);
    }
}

#[test]
fn errors_of_the_database_lead_to_table_info() {
    for database in Database::all() {
        let mut server = Server::start(&database.url);
        let error = server.error("execute_query", json!({"query": "SELECT id FROM nowhere"}));
        assert!(
            error.contains("nowhere") && error.contains("table_info"),
            "{error}"
        );
    }
}

#[test]
fn a_query_without_end_is_stopped_and_others_go_on() {
    for database in Database::all() {
        let mut server = Server::start(&database.url);
        let started = Instant::now();
        let endless = "WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t";
        let error = server.error("execute_query", json!({"query": endless}));
        assert!(error.contains("was stopped after 5 seconds"), "{error}");
        assert!(started.elapsed() < Duration::from_secs(10));
        let feeds = server.value(
            "execute_query",
            json!({"query": "SELECT count(*) AS n FROM feeds"}),
        );
        assert_eq!(feeds["rows"][0]["n"], 8);
    }
}

#[test]
fn large_results_are_cut_and_memory_is_limited() {
    for database in Database::all() {
        let mut server = Server::start(&database.url);
        // Each step doubles the text; SQLite joins none.
        let growing = |steps: usize| match database.is_postgres {
            true => format!(
                "WITH RECURSIVE t AS (SELECT 1 AS n, CAST('0123456789' AS text) AS x UNION ALL \
                 SELECT n + 1, x || x FROM t WHERE n < {steps}) SELECT n, x FROM t ORDER BY n"
            ),
            false => format!(
                "WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t WHERE n < {}) \
                 SELECT n, '{}' AS x FROM t",
                steps * 100,
                "0123456789".repeat(800),
            ),
        };
        let cut = server.value("execute_query", json!({"query": growing(17)}));
        assert_eq!(cut["truncated"], true, "{}", cut["row_count"]);
        let result = server.call("execute_query", json!({"query": growing(32)}));
        assert!(result.to_string().len() < 2_000_000);
        let alive = server.value("list_feeds", json!({}));
        assert_eq!(alive["total"], 8);
    }
}
