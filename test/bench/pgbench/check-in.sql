-- The statements of a check-in as the server sends them: one round trip from each pipeline, and from each statement outside of one. The server
-- asks for the versions once for all requests that are waiting for a connection; here each transaction does. A script knows tickets by their
-- ids, where the server is given references; both have an index of their own.
\set ticket random(:first, :last)
\set key random(1, 9000000000000000000)
select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now, access, deliveries, setup,
    (pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean) as is_read_only
  from change_versions;
\startpipeline
begin isolation level read committed;
with begun as materialized (select pg_current_xact_id() as number)
  select (:key)::bigint is null or pg_try_advisory_xact_lock(:key) as is_alone, (extract(epoch from clock_timestamp()) * 1000000)::bigint as now, access, deliveries, setup
  from change_versions where (select number from begun) is not null;
\endpipeline
select id, fingerprint, status, body, expires_at from idempotency_keys where client_id = 1 and key = (:key)::bigint::text;
\startpipeline
select * from tickets where id = :ticket for update;
select reference, scanned_at, location_id from entry_scans where ticket_id = (select tickets.id from tickets where tickets.id = :ticket) and result = 'allowed'
    and reference not in (select r.scan from tickets as k inner join releases as r on r.ticket_id = k.id inner join ticket_types as y on y.id = k.ticket_type_id
      where k.id = :ticket and r.scan is not null and (r.kind = 'mistake' or y.re_entry = 'allowed'))
  order by scanned_at, reference limit 1;
\endpipeline
\startpipeline
insert into entry_scans (overruled_reason, overruled_note, reference, event_id, ticket_id, session_id, location_id, client_id, result, reason, scanned_at, source,
    clock_offset_ms, sequence, snapshot_watermark, content_hash, clock_suspect, code_issue, admission_source, created_at, updated_at)
  values (null, null, 'scn_' || lpad((:key)::bigint::text, 26, '0'), :event, :ticket, null, null, 1, 'allowed', 'scanning.allowed', :now, 'online',
    null, null, null, null, 0, null, null, :now, :now);
insert into idempotency_keys (client_id, key, fingerprint, status, body, contact_id, created_at, expires_at)
  values (1, (:key)::bigint::text, decode(repeat('5a', 32), 'hex'), 200, repeat('x', 350), null, :now, (:now)::bigint + 1);
commit;
\endpipeline
