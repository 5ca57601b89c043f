-- The statements of a page of 100 tickets as the server sends them: one round trip from each pipeline, and from each statement outside of one.
-- The server knows the place of every thousandth row that it has read, and counts from the nearest.
\set ticket random(:first, :last)
\set skipped 100 * random(0, 9)
select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now, access, deliveries, setup,
    (pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean) as is_read_only
  from change_versions;
with clock as materialized (select clock_timestamp() as now),
    oldest as materialized (select min(xact_start) as started from pg_stat_activity
      where datname = current_database() and backend_xid is not null and (select now from clock) is not null)
  select (extract(epoch from least((select now from clock), (select started from oldest))) * 1000000)::bigint - 1 as bound;
\startpipeline
begin isolation level repeatable read read only;
select (extract(epoch from statement_timestamp()) * 1000000)::bigint as now;
\endpipeline
select * from events where (id = :event or slug = '') and organiser_id = 1;
select max(k.updated_at) as newest from tickets as k where k.event_id = :event;
select t.id, t.reference, t.order_id, t.status, t.seat_label, t.code, t.code_issue, t.revision, t.external_id, t.valid_from, t.valid_until,
    t.entry_points, t.door_note, t.flags, t.created_at, t.updated_at, t.deleted_at, e.reference as event_reference, o.reference as order_reference, o.external_id as order_external_id,
    y.reference as type_reference, y.name as type_name, y.valid_from as type_valid_from, y.valid_until as type_valid_until,
    y.entry_points as type_entry_points, y.re_entry, c.reference as contact_reference, c.email as contact_email,
    c.first_name as contact_first_name, c.last_name as contact_last_name, s.reference as session_reference,
    s.name as session_name, s.starts_at as session_starts_at
  from tickets as t inner join events as e on e.id = t.event_id inner join ticket_types as y on y.id = t.ticket_type_id
    left join orders as o on o.id = t.order_id left join contacts as c on c.id = t.contact_id
    left join sessions as s on s.id = t.session_id
  where t.id in (select k.id from tickets as k where k.event_id = :event and k.deleted_at is null
      and (k.created_at, k.reference) < ((select created_at from tickets where id = :ticket), (select reference from tickets where id = :ticket))
    order by k.created_at desc, k.reference desc limit 100 offset :skipped);
rollback;
