/** The domain of specification §2 and §3. Shipped: never edited; a change is a new migration. */
export const domainMigration = `
create table clock (
  id integer primary key check (id = 1),
  last_stamp integer not null
) strict;
insert into clock (id, last_stamp) values (1, 0);

create table keys (
  name text primary key,
  value blob not null,
  created_at integer not null
) strict, without rowid;

create table organisers (
  id integer primary key,
  reference text not null unique,
  display_name text not null,
  email text,
  plan text not null check (plan in ('free', 'pro', 'enterprise')),
  created_at integer not null,
  updated_at integer not null
) strict;

create table clients (
  id integer primary key,
  client_id text not null unique,
  organiser_id integer not null references organisers (id),
  name text not null,
  secret_hash blob not null,
  scopes text not null,
  all_events integer not null check (all_events in (0, 1)),
  revoked_at integer,
  created_at integer not null,
  updated_at integer not null
) strict;
create index clients_by_organiser on clients (organiser_id);

create table events (
  id integer primary key,
  reference text not null unique,
  organiser_id integer not null references organisers (id),
  slug text not null,
  name text not null,
  status text not null check (status in ('draft', 'published')),
  starts_at integer,
  ends_at integer,
  timezone text not null,
  currency text not null check (length(currency) = 3),
  opens_before_minutes integer not null check (opens_before_minutes >= 0),
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  unique (organiser_id, slug)
) strict;
create index events_newest on events (organiser_id, created_at, reference);
create index events_changed on events (organiser_id, updated_at, reference);

create table client_events (
  client_id integer not null references clients (id),
  event_id integer not null references events (id),
  primary key (client_id, event_id)
) strict, without rowid;

create table access_tokens (
  token_hash blob primary key,
  client_id integer not null references clients (id),
  scopes text not null,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;
create index access_tokens_by_client on access_tokens (client_id);
create index access_tokens_by_expiry on access_tokens (expires_at);

create table locations (
  id integer primary key,
  reference text not null unique,
  event_id integer not null references events (id),
  name text not null,
  created_at integer not null,
  updated_at integer not null
) strict;
create index locations_by_event on locations (event_id);

create table ticket_types (
  id integer primary key,
  reference text not null unique,
  event_id integer not null references events (id),
  name text not null,
  price integer not null check (price >= 0),
  total integer check (total >= 0),
  sold integer not null check (sold >= 0),
  is_active integer not null check (is_active in (0, 1)),
  valid_from integer,
  valid_until integer,
  entry_points text check (json_valid(entry_points)),
  created_at integer not null,
  updated_at integer not null,
  check (total is null or sold <= total)
) strict;
create index ticket_types_by_event on ticket_types (event_id);

create table add_ons (
  id integer primary key,
  reference text not null unique,
  event_id integer not null references events (id),
  name text not null,
  price integer not null check (price >= 0),
  total integer check (total >= 0),
  sold integer not null check (sold >= 0),
  created_at integer not null,
  updated_at integer not null,
  check (total is null or sold <= total)
) strict;
create index add_ons_by_event on add_ons (event_id);

create table sessions (
  id integer primary key,
  reference text not null unique,
  event_id integer not null references events (id),
  name text,
  starts_at integer not null,
  ends_at integer not null,
  cancelled_at integer,
  created_at integer not null,
  updated_at integer not null,
  check (starts_at < ends_at)
) strict;
create index sessions_changed on sessions (event_id, updated_at, reference);

create table fields (
  id integer primary key,
  reference text not null unique,
  organiser_id integer not null references organisers (id),
  key text not null,
  type text not null check (type in ('text', 'select', 'multiselect', 'date', 'country')),
  options text check (json_valid(options)),
  created_at integer not null,
  updated_at integer not null,
  unique (organiser_id, key)
) strict;

create table questions (
  id integer primary key,
  reference text not null unique,
  event_id integer not null references events (id),
  field_id integer not null references fields (id),
  label text not null,
  created_at integer not null,
  updated_at integer not null,
  unique (event_id, field_id)
) strict;

create table contacts (
  id integer primary key,
  reference text not null unique,
  organiser_id integer not null references organisers (id),
  email text,
  email_key text,
  first_name text,
  last_name text,
  mobile text,
  unsubscribed_at integer,
  erased_at integer,
  created_at integer not null,
  updated_at integer not null,
  unique (organiser_id, email_key),
  check ((email is null) = (email_key is null)),
  check (erased_at is null or (email is null and first_name is null and last_name is null and mobile is null))
) strict;
create index contacts_newest on contacts (organiser_id, created_at, reference, erased_at);
create index contacts_changed on contacts (organiser_id, updated_at, reference);

create table erased_emails (
  organiser_id integer not null references organisers (id),
  email_hash blob not null,
  created_at integer not null,
  primary key (organiser_id, email_hash)
) strict, without rowid;

create table orders (
  id integer primary key,
  reference text not null unique,
  organiser_id integer not null references organisers (id),
  event_id integer not null references events (id),
  contact_id integer references contacts (id),
  status text not null check (status in
    ('draft', 'pending_payment', 'awaiting_approval', 'paid', 'free_confirmed', 'cancelled', 'refunded')),
  currency text not null check (length(currency) = 3),
  subtotal integer not null check (subtotal >= 0),
  discount_total integer not null check (discount_total >= 0),
  tax_total integer not null check (tax_total >= 0),
  total integer not null check (total >= 0),
  application_fee integer not null check (application_fee >= 0),
  refunded_total integer not null check (refunded_total >= 0),
  fee_reversed_total integer not null check (fee_reversed_total >= 0),
  cancel_reason text,
  confirmed_at integer,
  created_at integer not null,
  updated_at integer not null,
  check (refunded_total <= total),
  check (fee_reversed_total <= application_fee)
) strict;
create index orders_newest on orders (event_id, created_at, reference);
create index orders_changed on orders (event_id, updated_at, reference);
create index organiser_orders_newest on orders (organiser_id, created_at, reference);
create index organiser_orders_changed on orders (organiser_id, updated_at, reference);
create index orders_by_contact on orders (contact_id);

create table order_lines (
  id integer primary key,
  reference text not null unique,
  order_id integer not null references orders (id),
  event_id integer not null references events (id),
  kind text not null check (kind in ('ticket', 'add_on')),
  ticket_type_id integer references ticket_types (id),
  add_on_id integer references add_ons (id),
  session_id integer references sessions (id),
  quantity integer not null check (quantity > 0),
  unit_price integer not null check (unit_price >= 0),
  redeemed integer not null check (redeemed >= 0),
  seat_labels text check (json_valid(seat_labels)),
  created_at integer not null,
  updated_at integer not null,
  check ((kind = 'ticket') = (ticket_type_id is not null)),
  check ((kind = 'add_on') = (add_on_id is not null))
) strict;
create index order_lines_by_order on order_lines (order_id);
create index order_lines_changed on order_lines (event_id, updated_at, reference);

create table tickets (
  id integer primary key,
  reference text not null unique,
  event_id integer not null references events (id),
  order_id integer references orders (id),
  order_line_id integer references order_lines (id),
  ticket_type_id integer not null references ticket_types (id),
  contact_id integer references contacts (id),
  session_id integer references sessions (id),
  status text not null check (status in ('valid', 'checked_in', 'cancelled', 'refunded')),
  seat_label text,
  code text,
  revision integer not null check (revision > 0),
  valid_from integer,
  valid_until integer,
  entry_points text check (json_valid(entry_points)),
  voided_at integer,
  superseded_by integer references tickets (id),
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  check ((status in ('cancelled', 'refunded')) = (voided_at is not null))
) strict;
create index tickets_newest on tickets (event_id, created_at, reference, deleted_at);
create index tickets_changed on tickets (event_id, updated_at, reference);
create index tickets_by_status on tickets (event_id, status, created_at, reference, deleted_at);
create index tickets_by_order on tickets (order_id);
create index tickets_by_contact on tickets (contact_id);
create index tickets_by_type on tickets (ticket_type_id);
create index tickets_by_session on tickets (session_id) where session_id is not null;

create table answers (
  order_id integer not null references orders (id),
  question_id integer not null references questions (id),
  value text not null check (json_valid(value)),
  answered_at integer,
  primary key (order_id, question_id)
) strict, without rowid;

create table entry_scans (
  id integer primary key,
  reference text not null unique,
  event_id integer not null references events (id),
  ticket_id integer not null references tickets (id),
  session_id integer references sessions (id),
  location_id integer references locations (id),
  client_id integer references clients (id),
  result text not null check (result in ('allowed', 'denied')),
  reason text not null,
  scanned_at integer not null,
  source text not null check (source in ('online', 'upload', 'box_office')),
  clock_offset_ms integer,
  sequence integer,
  snapshot_watermark integer,
  content_hash blob,
  clock_suspect integer not null check (clock_suspect in (0, 1)),
  created_at integer not null,
  updated_at integer not null,
  check ((result = 'allowed') = (reason = 'scanning.allowed'))
) strict;
create index entry_scans_newest on entry_scans (event_id, created_at, reference);
create index entry_scans_changed on entry_scans (event_id, updated_at, reference);
create index entry_scans_by_ticket on entry_scans (ticket_id, result, scanned_at, reference);

create table conflicts (
  id integer primary key,
  reference text not null unique,
  event_id integer not null references events (id),
  ticket_id integer not null references tickets (id),
  kind text not null check (kind in ('double_admission', 'stale_admission', 'rule_admission', 'false_denial')),
  scan_id integer not null references entry_scans (id),
  other_scan_id integer references entry_scans (id),
  expected_reason text not null,
  state text not null check (state in ('open', 'resolved')),
  note text,
  resolved_by text,
  resolved_at integer,
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  check ((kind = 'double_admission') = (other_scan_id is not null)),
  check ((state = 'resolved') = (resolved_at is not null))
) strict;
create unique index conflicts_once on conflicts (scan_id, kind);
create index conflicts_by_ticket on conflicts (ticket_id);
create index conflicts_changed on conflicts (event_id, updated_at, reference);

create table refunds (
  id integer primary key,
  reference text not null unique,
  order_id integer not null references orders (id),
  amount integer not null check (amount >= 0),
  fee_reversed integer not null check (fee_reversed >= 0),
  via text not null check (via in ('console', 'processor')),
  created_at integer not null,
  updated_at integer not null
) strict;
create index refunds_by_order on refunds (order_id);

create table waitlist_entries (
  id integer primary key,
  reference text not null unique,
  event_id integer not null references events (id),
  ticket_type_id integer references ticket_types (id),
  add_on_id integer references add_ons (id),
  email text not null,
  quantity integer not null check (quantity > 0),
  status text not null check (status in ('waiting', 'offered', 'converted', 'expired')),
  offered_at integer,
  offer_expires_at integer,
  order_id integer references orders (id),
  created_at integer not null,
  updated_at integer not null,
  check ((ticket_type_id is null) <> (add_on_id is null)),
  check (status <> 'offered' or offer_expires_at is not null),
  check ((status = 'converted') = (order_id is not null))
) strict;
create index waitlist_by_ticket_type on waitlist_entries (ticket_type_id, status, created_at) where ticket_type_id is not null;
create index waitlist_by_add_on on waitlist_entries (add_on_id, status, created_at) where add_on_id is not null;
create index waitlist_by_event on waitlist_entries (event_id, status);
create index waitlist_offers on waitlist_entries (offer_expires_at) where status = 'offered';

create table disputes (
  id integer primary key,
  organiser_id integer not null references organisers (id),
  dispute text,
  charge text,
  amount integer,
  reason text,
  created_at integer not null,
  updated_at integer not null
) strict;
create index disputes_by_organiser on disputes (organiser_id);

create table redemptions (
  id integer primary key,
  order_line_id integer not null references order_lines (id),
  client_reference text,
  quantity integer not null check (quantity <> 0),
  location_id integer references locations (id),
  client_id integer references clients (id),
  redeemed_at integer not null,
  over_redeemed integer not null check (over_redeemed in (0, 1)),
  created_at integer not null,
  updated_at integer not null,
  unique (order_line_id, client_reference)
) strict;

create table idempotency_keys (
  client_id integer not null references clients (id),
  key text not null,
  fingerprint blob not null,
  status integer not null,
  body text not null,
  contact_id integer references contacts (id),
  created_at integer not null,
  expires_at integer not null,
  primary key (client_id, key)
) strict, without rowid;
create index idempotency_keys_by_expiry on idempotency_keys (expires_at);
create index idempotency_keys_by_contact on idempotency_keys (contact_id) where contact_id is not null;
`;
