//! `execute_query`: what it answers, and what attackers get.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::database::{Database, on_each_database};
use crate::server::Server;

on_each_database!(queries_give_rows_with_their_columns, #[ignore = "needs PostgreSQL"]);

fn queries_give_rows_with_their_columns(database: &Database) {
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

on_each_database!(queries_that_write_or_lead_out_are_rejected, #[ignore = "needs PostgreSQL"]);

fn queries_that_write_or_lead_out_are_rejected(database: &Database) {
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

on_each_database!(errors_of_the_database_lead_to_table_info, #[ignore = "needs PostgreSQL"]);

fn errors_of_the_database_lead_to_table_info(database: &Database) {
    let mut server = Server::start(&database.url);
    let error = server.error("execute_query", json!({"query": "SELECT id FROM nowhere"}));
    assert!(
        error.contains("nowhere") && error.contains("table_info"),
        "{error}"
    );
}

on_each_database!(a_query_without_end_is_stopped_and_others_go_on, #[ignore = "needs PostgreSQL"]);

fn a_query_without_end_is_stopped_and_others_go_on(database: &Database) {
    let mut server = Server::start(&database.url);
    let started = Instant::now();
    let endless =
        "WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t";
    let error = server.error("execute_query", json!({"query": endless}));
    assert!(error.contains("was stopped after 5 seconds"), "{error}");
    assert!(started.elapsed() < Duration::from_secs(10));
    let feeds = server.value(
        "execute_query",
        json!({"query": "SELECT count(*) AS n FROM feeds"}),
    );
    assert_eq!(feeds["rows"][0]["n"], 8);
}

on_each_database!(texts_are_joined_and_searched, #[ignore = "needs PostgreSQL"]);

fn texts_are_joined_and_searched(database: &Database) {
    let mut server = Server::start(&database.url);
    let query = "SELECT replace('a-b', '-', '+') || '=c' AS joined, string_agg(title, ', ') AS titles FROM feeds";
    let joined = server.value("execute_query", json!({"query": query}));
    assert_eq!(joined["rows"][0]["joined"], "a+b=c");
    let titles = joined["rows"][0]["titles"].as_str().unwrap_or_default();
    assert_eq!(titles.split(", ").count(), 8, "{titles}");
}

/// One step of SQLite, in which it does not look at the time.
#[test]
fn long_texts_are_compared_in_time() {
    let database = Database::sqlite();
    let mut server = Server::start(&database.url);
    let started = Instant::now();
    let query = "WITH RECURSIVE t AS (SELECT 1 AS n, 'aaaaaaaaaaaaaaaa' AS x UNION ALL SELECT n + 1, x || x FROM t \
                 WHERE n < 13) SELECT sum(instr(a.x, substr(b.x, 1, length(b.x) / 2) || 'b')) FROM t a, t b, t c, t d";
    let error = server.error("execute_query", json!({"query": query}));
    assert!(error.contains("was stopped after 5 seconds"), "{error}");
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[test]
fn tables_of_the_database_itself_are_not_read() {
    let database = Database::sqlite();
    let mut server = Server::start(&database.url);
    for query in [
        "SELECT * FROM 'pragma_database_list'",
        "SELECT * FROM main.'pragma_table_info'",
        "SELECT * FROM items, 'Pragma_module_list'",
        "SELECT * FROM sqlite_schema",
        "SELECT * FROM 'json_tree'('[1]')",
        "SELECT \"sqlite_version\" FROM (SELECT sqlite_version() AS \"sqlite_version\")",
    ] {
        let error = server.error("execute_query", json!({"query": query}));
        assert!(!error.contains("internal"), "{query}: {error}");
    }
    let search = "SELECT count(*) AS n FROM items_fts WHERE items_fts MATCH 'energy'";
    let found = server.value("execute_query", json!({"query": search}));
    assert_ne!(found["rows"][0]["n"], 0);
}

on_each_database!(large_results_are_cut_and_memory_is_limited, #[ignore = "needs PostgreSQL"]);

fn large_results_are_cut_and_memory_is_limited(database: &Database) {
    let mut server = Server::start(&database.url);
    // Each step doubles the text. SQLite ends at its longest one, PostgreSQL at the longest row.
    let growing = |steps: usize| {
        format!(
            "WITH RECURSIVE t AS (SELECT 1 AS n, CAST('0123456789' AS text) AS x UNION ALL \
             SELECT n + 1, x || x FROM t WHERE n < {steps}) SELECT n, x FROM t ORDER BY n"
        )
    };
    let grown = server.value("execute_query", json!({"query": growing(13)}));
    assert_eq!(grown["row_count"], 13);
    let wide = format!("SELECT id, '{}' AS x FROM items", "0123456789".repeat(800));
    let cut = server.value("execute_query", json!({"query": wide}));
    assert_eq!(cut["truncated"], true, "{}", cut["row_count"]);
    let result = server.call("execute_query", json!({"query": growing(32)}));
    assert!(result.to_string().len() < 2_000_000);
    let alive = server.value("list_feeds", json!({}));
    assert_eq!(alive["total"], 8);
}

/// Each call takes a while, in which SQLite does not look at the time, and one row has hundreds of them.
#[test]
fn a_row_of_slow_calls_is_stopped_and_leaves_nothing_behind() {
    let database = Database::sqlite();
    let mut server = Server::start(&database.url);
    let text = format!(
        "replace(replace('{}','a','{}'),'b','a')",
        "a".repeat(290),
        "b".repeat(300)
    );
    let set = format!(
        "replace('{}','a','{}') || 'a'",
        "a".repeat(100),
        "b".repeat(76)
    );
    let calls = vec!["ltrim(t,s)"; 600].join("||");
    let query = format!(
        "WITH q AS MATERIALIZED (SELECT {text} AS t, {set} AS s) SELECT {calls} AS x FROM q"
    );
    // As many as run at once, and then one more.
    for count in [4, 1] {
        let started = Instant::now();
        let errors = server.errors_at_once(count, "execute_query", &json!({"query": query}));
        for error in errors {
            assert!(error.contains("was stopped after 5 seconds"), "{error}");
        }
        assert!(started.elapsed() < Duration::from_secs(8));
        assert_eq!(server.children(), Vec::<String>::new());
    }
    let started = Instant::now();
    server.value("execute_query", json!({"query": "SELECT 1 AS x"}));
    assert!(started.elapsed() < Duration::from_secs(2));
}

#[test]
fn numbers_and_texts_come_back_as_they_are() {
    let database = Database::sqlite();
    let mut server = Server::start(&database.url);
    let query = "SELECT 9007199254740993 AS whole, 0.1 + 0.2 AS real, 5e-324 AS smallest, 'a\tö\n\"\u{1f600}' AS text";
    let rows = server.value("execute_query", json!({"query": query}));
    let expected = json!({
        "whole": 9_007_199_254_740_993_i64, "real": 0.1 + 0.2, "smallest": 5e-324, "text": "a\tö\n\"\u{1f600}",
    });
    assert_eq!(rows["rows"][0], expected);
}

/// PostgreSQL does not look at the time within a function, so no value may get long.
#[test]
#[ignore = "needs PostgreSQL"]
fn long_values_are_not_made_in_postgres() {
    let database = Database::postgres();
    let mut server = Server::start(&database.url);
    let a = "a".repeat(300);
    let b = "b".repeat(300);
    let text = format!("replace(replace(replace('{a}','a','{b}'),'b','{a}'),'a','{b}')");
    let doubled = |first: &str, next: &str| {
        let steps: String = (1..40)
            .map(|n| {
                format!(
                    ", t{n} AS MATERIALIZED (SELECT {} AS x FROM t{} t)",
                    next,
                    n - 1
                )
            })
            .collect();
        format!(
            "WITH t0 AS (SELECT {first} AS x){steps} SELECT count(*) AS n FROM t39 WHERE x IS NOT NULL"
        )
    };
    for query in [
        format!("SELECT length({text}) AS n"),
        format!("SELECT strpos({text}, 'b' || {text}) AS n"),
        format!("SELECT {text} LIKE '%{}b' AS n", "a_%".repeat(50)),
        doubled("'a' || 'b'", "x || x"),
        doubled("'\"'", "(x, 1)::text"),
        doubled("'a'", "concat(x, x)"),
        doubled("CAST('a' AS text)", "replace(x, 'a', 'aaa')"),
        doubled("'a' || 'b'", "t.x || (t.x, t.x)"),
        doubled("12345.678", "x * x"),
        doubled("12345.678", "x / 1e-99"),
        "SELECT string_agg(i.description, j.description) AS x FROM items i, items j, items k"
            .to_owned(),
        "SELECT array_agg(i.description) AS x FROM items i, items j, items k".to_owned(),
    ] {
        let started = Instant::now();
        let result = server.call("execute_query", json!({"query": query}));
        let error = result["content"].to_string();
        assert!(
            error.contains("too long")
                || error.contains("longer")
                || error.contains("digits")
                || error.contains("short_text"),
            "{query}: {error}"
        );
        assert!(
            started.elapsed() < Duration::from_secs(3),
            "{query}: {:?}",
            started.elapsed()
        );
    }
    // Each of these takes some milliseconds, and PostgreSQL looks at the time after each.
    let calls = vec!["strpos(x,y)"; 700].join("+");
    let slow = format!(
        "WITH q AS MATERIALIZED (SELECT replace(replace('{}','a','{b}'),'b','aaa') AS x, replace('{}','a','aaa') || 'b' AS y) \
        SELECT sum({calls}) AS n FROM q, items, items j",
        "a".repeat(70),
        "a".repeat(99)
    );
    let started = Instant::now();
    let error = server.error("execute_query", json!({"query": slow}));
    assert!(error.contains("was stopped after 5 seconds"), "{error}");
    assert!(started.elapsed() < Duration::from_secs(7));
    let one = server.value("execute_query", json!({"query": "SELECT 1 AS n"}));
    assert_eq!(one["rows"][0]["n"], 1);
}

on_each_database!(questions_about_news_are_answered, #[ignore = "needs PostgreSQL"]);

fn questions_about_news_are_answered(database: &Database) {
    let mut server = Server::start(&database.url);
    let is_postgres = database.url.starts_with("postgres");
    let own = if is_postgres {
        [
            "SELECT date_trunc('day', created_at) AS day, count(*) AS n FROM items GROUP BY 1 ORDER BY 1",
            "SELECT to_char(created_at, 'YYYY-MM-DD') AS day, string_agg(title, '; ' ORDER BY id) AS t FROM items WHERE id < 9 GROUP BY 1",
            "SELECT round(avg((a.analysis->>'sentiment_score')::numeric), 2) AS s, sqrt(2.0) * 2 AS r FROM item_analysis a",
            "SELECT title FROM items WHERE search @@ plainto_tsquery('english', 'energy') AND title ILIKE '%e%'",
            "SELECT array_agg(id) AS ids, position('a' in 'bab') AS p, trim('  x ') AS t, power(2.5, 2) AS q FROM feeds",
        ]
    } else {
        [
            "SELECT date(created_at) AS day, count(*) AS n FROM items GROUP BY 1 ORDER BY 1",
            "SELECT strftime('%Y', created_at) AS y, group_concat(title, '; ') AS t FROM items GROUP BY 1",
            "SELECT round(avg(json_extract(a.analysis, '$.sentiment_score')), 2) AS s FROM item_analysis a",
            "SELECT title FROM items WHERE id IN (SELECT rowid FROM items_fts WHERE items_fts MATCH 'energy')",
            "SELECT trim('  x ') AS t, instr(title, 'a') AS p FROM feeds",
        ]
    };
    for query in [
        "SELECT f.title, count(*) AS n FROM items i JOIN feeds f ON f.id = i.feed_id GROUP BY f.title HAVING count(*) > 1 ORDER BY n DESC",
        "SELECT lower(substr(title, 1, 10)) || '…' AS t, length(title) - 1 AS n FROM items WHERE title LIKE '%e%' AND title NOT LIKE 'x%'",
        "SELECT id, row_number() OVER (PARTITION BY feed_id ORDER BY created_at DESC) AS n FROM items",
        "WITH n AS (SELECT feed_id, count(*) AS n FROM items GROUP BY feed_id) SELECT avg(n) AS a, 7 / 2.0 AS b FROM n",
        "SELECT replace(title, 'a', 'b') || ' (' || id || ')' AS t, CAST(id AS text) AS i FROM feeds",
        "SELECT CASE WHEN title LIKE 'A%' THEN 'a' ELSE coalesce(description, '-') END AS c FROM items WHERE id <= -1 OR id >= 1",
    ].into_iter().chain(own) {
        let rows = server.value("execute_query", json!({"query": query}));
        assert_ne!(rows["row_count"], 0, "{query}");
    }
}
