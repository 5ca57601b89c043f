import { ticketIndexTables } from './ticket-index.ts';

/** Incremented with every change of the tables: a replica of another version is quarantined and filled again from the server. */
export const REPLICA_VERSION = 11;

/**
 * A row's `import` is the number of the last import of its list that contained it, or the last one when the row arrived: after an import,
 * rows with a lower number no longer exist at the server. Rows restored from a damaged file have 0. Changes during the import arrive with
 * later walks: after `walks_to_sweep` more of them, the last in one page, the remaining rows are deleted; null if there is nothing to
 * sweep, or an import is in progress.
 *
 * `unreadable` lists rows of the server that could not be read, or not completely; events have no event.
 */
export const replicaTables = `
  CREATE TABLE tickets (
    reference TEXT PRIMARY KEY,
    event TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('valid', 'checked_in', 'cancelled', 'refunded', 'unknown')),
    type_reference TEXT,
    type_name TEXT,
    has_holder INTEGER NOT NULL,
    first_name TEXT,
    last_name TEXT,
    email TEXT,
    order_reference TEXT,
    session_reference TEXT,
    session_name TEXT,
    session_starts_at INTEGER,
    seat_label TEXT,
    valid_from INTEGER,
    valid_until INTEGER,
    entry_points TEXT,
    code_issue INTEGER NOT NULL,
    sold_code TEXT,
    sold_code_key TEXT,
    external_id TEXT,
    order_external_id TEXT,
    door_note TEXT,
    flags TEXT,
    created_at INTEGER,
    deleted_at INTEGER,
    updated_at INTEGER NOT NULL,
    import INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX tickets_sold_code ON tickets (event, sold_code_key) WHERE sold_code_key IS NOT NULL;

  ${ticketIndexTables}

  CREATE TABLE scans (
    reference TEXT PRIMARY KEY,
    event TEXT NOT NULL,
    ticket TEXT,
    result TEXT NOT NULL CHECK (result IN ('allowed', 'denied')),
    reason TEXT NOT NULL,
    location_reference TEXT,
    location_name TEXT,
    overruled TEXT,
    scanned_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    import INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX scans_admissions ON scans (ticket, scanned_at, reference) WHERE result = 'allowed';
  CREATE INDEX scans_overruled ON scans (event, scanned_at) WHERE overruled IS NOT NULL;
  CREATE INDEX scans_recent ON scans (event, scanned_at) WHERE result = 'allowed';

  CREATE TABLE releases (
    reference TEXT PRIMARY KEY,
    event TEXT NOT NULL,
    ticket TEXT NOT NULL,
    scan TEXT,
    kind TEXT NOT NULL CHECK (kind IN ('exit', 'mistake')),
    note TEXT,
    place TEXT,
    station TEXT,
    released_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    import INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX releases_ticket ON releases (ticket);

  CREATE TABLE order_lines (
    reference TEXT PRIMARY KEY,
    event TEXT NOT NULL,
    order_reference TEXT NOT NULL,
    order_status TEXT NOT NULL,
    add_on TEXT NOT NULL,
    session TEXT,
    quantity INTEGER NOT NULL,
    redeemed INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    import INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX order_lines_order ON order_lines (order_reference, reference);

  CREATE TABLE answers (
    reference TEXT PRIMARY KEY,
    event TEXT NOT NULL,
    answers TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    import INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE walks (
    event TEXT NOT NULL,
    list TEXT NOT NULL CHECK (list IN ('tickets', 'scans', 'releases', 'order_lines', 'answers')),
    pointer TEXT,
    next_url TEXT,
    aside TEXT,
    applied INTEGER NOT NULL,
    fresh_at INTEGER,
    begun_at INTEGER,
    import INTEGER NOT NULL,
    walks_to_sweep INTEGER,
    PRIMARY KEY (event, list)
  ) STRICT;

  CREATE TABLE snapshots (
    event TEXT PRIMARY KEY,
    cursor TEXT,
    applied INTEGER NOT NULL,
    expected INTEGER NOT NULL,
    begun_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE totals (
    event TEXT PRIMARY KEY,
    expected INTEGER NOT NULL,
    admitted INTEGER NOT NULL,
    inside INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE unreadable (
    event TEXT NOT NULL,
    list TEXT NOT NULL CHECK (list IN ('tickets', 'scans', 'releases', 'order_lines', 'answers', 'events', 'setup')),
    key TEXT NOT NULL,
    reference TEXT,
    problem TEXT NOT NULL,
    import INTEGER NOT NULL,
    PRIMARY KEY (event, list, key)
  ) STRICT;

  CREATE TABLE documents (
    kind TEXT NOT NULL CHECK (kind IN ('events', 'setup', 'identity')),
    key TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (kind, key)
  ) STRICT;

  CREATE TABLE shutdown (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    clean INTEGER NOT NULL
  ) STRICT;
  INSERT INTO shutdown (id, clean) VALUES (1, 1);

  PRAGMA user_version = ${REPLICA_VERSION};
`;
