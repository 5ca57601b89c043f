-- The statements of a check-in as the server sends them: one round trip from each pipeline, and from each statement outside of one.
\set ticket random(:first, :last)
\set key random(1, 9000000000000000000)
select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now, access, deliveries, setup from change_versions;
\startpipeline
begin isolation level read committed;
select pg_current_xact_id();
select pg_try_advisory_xact_lock(:key) as is_alone, (extract(epoch from clock_timestamp()) * 1000000)::bigint as now, access, deliveries, setup from change_versions;
\endpipeline
select id, fingerprint, status, body, expires_at from idempotency_keys where client_id = 1 and key = (:key)::bigint::text;
select * from tickets where id = :ticket for update;
select id, reference, result, reason, scanned_at, source, location_id, code_issue, admission_source
  from entry_scans where ticket_id = :ticket order by id;
insert into entry_scans (reference, event_id, ticket_id, session_id, location_id, client_id, result, reason, scanned_at, source,
    clock_offset_ms, sequence, snapshot_watermark, content_hash, clock_suspect, code_issue, admission_source, created_at, updated_at)
  values ('scn_' || lpad((:key)::bigint::text, 26, '0'), :event, :ticket, null, null, 1, 'allowed', 'scanning.allowed', :now, 'online',
    null, null, null, null, 0, null, null, :now, :now) returning id;
insert into idempotency_keys (client_id, key, fingerprint, status, body, contact_id, created_at, expires_at)
  values (1, (:key)::bigint::text, decode(repeat('5a', 32), 'hex'), 200, repeat('x', 350), null, :now, (:now)::bigint + 1) returning id;
commit;
