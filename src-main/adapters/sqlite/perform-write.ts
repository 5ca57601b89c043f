import { assertNever } from '../../../shared/assert-never.ts';
import type { ReplicaWrite, ReplicaWritten } from './replica-messages.ts';
import type { ReplicaWriter } from './replica-writer.ts';

export function performWrite(writer: ReplicaWriter, write: ReplicaWrite): ReplicaWritten {
  switch (write.kind) {
    case 'apply_page':
      return { kind: 'page', applied: writer.applyPage(write.page) };
    case 'apply_snapshot':
      return { kind: 'snapshot', applied: writer.applySnapshot(write.snapshot) };
    case 'restart_snapshot':
      writer.restartSnapshot(write.event);
      return { kind: 'done' };
    case 'abandon_snapshot':
      writer.abandonSnapshot(write.event);
      return { kind: 'done' };
    case 'write_scans':
      return { kind: 'rows', written: writer.writeScans(write.event, write.scans) };
    case 'count':
      return { kind: 'counted', rows: writer.count(write.event, write.list) };
    case 'write_ticket':
      return { kind: 'totals', totals: writer.writeTicket(write.ticket) };
    case 'restart_walk':
      writer.restartWalk(write.event, write.list);
      return { kind: 'done' };
    case 'rewalk':
      writer.rewalk(write.events);
      return { kind: 'done' };
    case 'replace_events':
      writer.replaceEvents(write.events);
      return { kind: 'done' };
    case 'write_setup':
      writer.writeSetup(write.setup);
      return { kind: 'done' };
    case 'write_identity':
      writer.writeIdentity(write.identity);
      return { kind: 'done' };
    case 'carry_over':
      return { kind: 'carried', tickets: writer.carryOver(write.from) };
    case 'count_event':
      return { kind: 'event_counted', counts: writer.countEvent(write.event) };
    case 'index_tickets':
      return { kind: 'indexed', more: writer.indexTickets() };
    case 'finish':
      return { kind: 'done' };
    case 'mark_clean':
      writer.markShutdown(true);
      return { kind: 'done' };
    default:
      return assertNever(write);
  }
}
