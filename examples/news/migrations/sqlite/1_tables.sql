-- Times are texts such as 2026-01-31T12:00:00Z, which sort as times do.
CREATE TABLE sources (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    url TEXT NOT NULL,
    description TEXT,
    trust_level INTEGER NOT NULL DEFAULT 3
);

CREATE TABLE feeds (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    url TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    description TEXT,
    status TEXT NOT NULL DEFAULT 'ACTIVE',
    is_sample INTEGER NOT NULL DEFAULT 0,
    fetch_interval_minutes INTEGER NOT NULL DEFAULT 15,
    source_id INTEGER REFERENCES sources (id) ON DELETE SET NULL,
    etag TEXT,
    last_modified TEXT,
    last_fetched_at TEXT,
    last_success_at TEXT,
    next_fetch_at TEXT,
    last_error TEXT,
    consecutive_failures INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL
);

CREATE TABLE items (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    feed_id INTEGER NOT NULL REFERENCES feeds (id) ON DELETE CASCADE,
    guid TEXT NOT NULL,
    url TEXT,
    title TEXT NOT NULL,
    description TEXT,
    author TEXT,
    content_hash TEXT NOT NULL,
    published_at TEXT,
    created_at TEXT NOT NULL,
    UNIQUE (feed_id, guid)
);
CREATE INDEX items_by_time ON items (created_at);
CREATE INDEX items_by_hash ON items (content_hash);

CREATE VIRTUAL TABLE items_fts USING fts5 (
    title, description, content = 'items', content_rowid = 'id', tokenize = 'porter unicode61'
);
CREATE TRIGGER items_inserted AFTER INSERT ON items BEGIN
    INSERT INTO items_fts (rowid, title, description) VALUES (new.id, new.title, new.description);
END;
CREATE TRIGGER items_deleted AFTER DELETE ON items BEGIN
    INSERT INTO items_fts (items_fts, rowid, title, description)
    VALUES ('delete', old.id, old.title, old.description);
END;

CREATE TABLE item_analysis (
    item_id INTEGER PRIMARY KEY REFERENCES items (id) ON DELETE CASCADE,
    analysis TEXT NOT NULL,
    analyzed_at TEXT NOT NULL
);

CREATE TABLE analysis_runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    model TEXT NOT NULL,
    analyzer TEXT NOT NULL,
    status TEXT NOT NULL,
    selector TEXT NOT NULL,
    tags TEXT NOT NULL,
    articles INTEGER NOT NULL DEFAULT 0,
    persisted INTEGER NOT NULL,
    average_sentiment REAL,
    started_at TEXT NOT NULL,
    finished_at TEXT,
    error TEXT
);

CREATE TABLE categories (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    description TEXT,
    color TEXT
);

CREATE TABLE feed_categories (
    feed_id INTEGER NOT NULL REFERENCES feeds (id) ON DELETE CASCADE,
    category_id INTEGER NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
    PRIMARY KEY (feed_id, category_id)
);

CREATE TABLE templates (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    description TEXT,
    active INTEGER NOT NULL DEFAULT 1,
    match_rules TEXT NOT NULL,
    extraction_config TEXT NOT NULL,
    processing_rules TEXT,
    created_at TEXT NOT NULL
);

CREATE TABLE template_assignments (
    template_id INTEGER NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
    feed_id INTEGER NOT NULL REFERENCES feeds (id) ON DELETE CASCADE,
    priority INTEGER NOT NULL DEFAULT 100,
    custom_overrides TEXT,
    PRIMARY KEY (template_id, feed_id)
);

CREATE TABLE fetches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    feed_id INTEGER NOT NULL REFERENCES feeds (id) ON DELETE CASCADE,
    template_id INTEGER REFERENCES templates (id) ON DELETE SET NULL,
    outcome TEXT NOT NULL,
    http_status INTEGER,
    duration_ms INTEGER NOT NULL,
    new_articles INTEGER NOT NULL DEFAULT 0,
    filtered_articles INTEGER NOT NULL DEFAULT 0,
    error TEXT,
    started_at TEXT NOT NULL
);
CREATE INDEX fetches_by_feed ON fetches (feed_id, started_at);

CREATE TABLE log_entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    level TEXT NOT NULL,
    component TEXT NOT NULL,
    message TEXT NOT NULL,
    feed_id INTEGER,
    logged_at TEXT NOT NULL
);
CREATE INDEX log_entries_by_time ON log_entries (logged_at);

-- One row: the state that the scheduler finds again after a restart.
CREATE TABLE scheduler (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    interval_minutes INTEGER NOT NULL DEFAULT 15,
    runs INTEGER NOT NULL DEFAULT 0,
    last_run_at TEXT,
    last_heartbeat_at TEXT
);
