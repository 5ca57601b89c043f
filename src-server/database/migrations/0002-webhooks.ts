/**
 * Subscriptions and their outbox (specification §6). Shipped: never edited; a change is a new migration.
 *
 * A message is an event, a delivery sends it to one subscription, an attempt is one request. `epoch` is incremented when a
 * subscription is deactivated or deleted: pending deliveries of an earlier epoch are cancelled, however many they are, and are
 * marked so afterwards in small steps. `next_due_at` is the earliest pending delivery of the subscription, so that the queue is
 * looked up by endpoint and never by delivery.
 */
export const webhooksMigration = `
create table webhook_subscriptions (
  id integer primary key,
  reference text not null unique,
  organiser_id integer not null references organisers (id),
  client_id integer references clients (id),
  event_id integer references events (id),
  url text not null check (length(url) <= 2048),
  events text not null check (json_valid(events)),
  secret text not null,
  is_active integer not null check (is_active in (0, 1)),
  disabled_reason text,
  epoch integer not null check (epoch >= 0),
  is_failing integer not null check (is_failing in (0, 1)),
  next_due_at integer,
  served_at integer not null,
  needs_sweep integer not null check (needs_sweep in (0, 1)),
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  check (is_active = 1 or next_due_at is null),
  check (deleted_at is null or is_active = 0)
) strict;
create index webhooks_matching on webhook_subscriptions (organiser_id) where is_active = 1;
create index webhooks_by_client on webhook_subscriptions (client_id, created_at, reference);
create index webhooks_due on webhook_subscriptions (is_failing, next_due_at, id, served_at) where next_due_at is not null;
create index webhooks_to_sweep on webhook_subscriptions (id) where needs_sweep = 1;

create table webhook_messages (
  id integer primary key,
  name text not null,
  event_id integer references events (id),
  organiser_id integer not null references organisers (id),
  body text not null,
  email_key text,
  created_at integer not null
) strict;
create index webhook_messages_by_person on webhook_messages (organiser_id, email_key) where email_key is not null;
create index webhook_messages_by_age on webhook_messages (created_at);

create table webhook_deliveries (
  id integer primary key,
  reference text not null unique,
  subscription_id integer not null references webhook_subscriptions (id),
  message_id integer not null references webhook_messages (id),
  status text not null check (status in ('pending', 'delivered', 'failed', 'cancelled')),
  epoch integer not null,
  attempts integer not null check (attempts >= 0),
  scheduled_attempts integer not null check (scheduled_attempts >= 0),
  due_at integer,
  claim integer,
  created_at integer not null,
  check ((status = 'pending') = (due_at is not null))
) strict;
create index webhook_queue on webhook_deliveries (subscription_id, epoch, due_at, id) where status = 'pending';
create index webhook_retries on webhook_deliveries (subscription_id, epoch, scheduled_attempts, due_at, id) where status = 'pending' and scheduled_attempts > 0;
create index webhook_deliveries_newest on webhook_deliveries (subscription_id, id);
create index webhook_deliveries_by_message on webhook_deliveries (message_id);

create table webhook_attempts (
  delivery_id integer not null references webhook_deliveries (id),
  number integer not null check (number > 0),
  at integer not null,
  status text not null check (status in ('delivered', 'failed')),
  response_code integer,
  response_body text,
  error text,
  duration_ms integer not null check (duration_ms >= 0),
  primary key (delivery_id, number)
) strict, without rowid;

create table webhook_redeliveries (
  id integer primary key,
  delivery_id integer not null unique references webhook_deliveries (id),
  due_at integer not null,
  claim integer,
  created_at integer not null
) strict;
create index webhook_redeliveries_due on webhook_redeliveries (due_at);

create table webhook_notices (
  id integer primary key,
  subscription_id integer not null references webhook_subscriptions (id),
  email text not null,
  reason text not null,
  attempts integer not null check (attempts >= 0),
  due_at integer not null,
  created_at integer not null
) strict;
create index webhook_notices_due on webhook_notices (due_at);

create table webhook_settings (
  id integer primary key check (id = 1),
  allow text not null check (json_valid(allow))
) strict;
`;
