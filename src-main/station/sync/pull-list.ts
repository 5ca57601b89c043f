import type { ListName, ListPage } from '../../ports/replica.ts';
import type { RemotePage, RemoteResult } from '../../ports/remote.ts';
import type { LaneContext, LaneStep } from './lane-context.ts';
import { stepDone, stepFailed, withoutRequest } from './lane-context.ts';

/** A first import asks for everything there ever was (specification §4.1). */
const BEGINNING = '1970-01-01T00:00:00Z';

/** Asks for the next page of a list's walk and applies it: rows, next page and watermark in one transaction. */
export async function pullList(context: LaneContext, list: ListName): Promise<LaneStep> {
  const { event, replica, clock, remote, freshness } = context;
  if (event === null) return withoutRequest();
  const position = replica.position(event, list);
  if (position.next_url === null) freshness.walkBegins(event, list);
  const query = {
    event,
    updated_since: position.pointer ?? BEGINNING,
    next_url: position.next_url,
  };
  const asked = {
    event,
    asked_url: position.next_url,
    asked_pointer: position.pointer,
    asked_at: clock.now(),
  };
  switch (list) {
    case 'tickets': {
      const answer = await remote.listTickets(query);
      return settlePage(context, list, answer, (page) => ({ list, ...asked, ...page }));
    }
    case 'scans': {
      const answer = await remote.listScans(query);
      return settlePage(context, list, answer, (page) => ({ list, ...asked, ...page }));
    }
    default: {
      const answer = await remote.listOrderLines(query);
      return settlePage(context, list, answer, (page) => ({ list, ...asked, ...page }));
    }
  }
}

async function settlePage<Row>(
  context: LaneContext,
  list: ListName,
  answer: RemoteResult<RemotePage<Row>>,
  pageOf: (page: RemotePage<Row>) => ListPage,
): Promise<LaneStep> {
  if (answer.kind === 'failed') return await refusedPage(context, list, answer);
  const { value, notes } = answer;
  if (value.unreadable.length > 0) {
    context.logger.warn({ list, rows: value.unreadable }, 'rows of a page could not be read');
  }
  const page = pageOf(value);
  const applied = await context.replica.applyPage(page);
  if (applied.current) context.events.emit('rows_written', page.event, applied);
  if (applied.position.next_url === null) {
    if (applied.current) context.freshness.walkEnded(page.event, list);
    if (applied.unswept) context.events.emit('lanes_due', [list]);
    return stepDone(notes, null);
  }
  if (!beginsImport(page) || !context.maySpare()) return stepDone(notes, 0);
  const { requests, retryAfterMs } = await countTickets(context, page.event);
  const step = stepDone({ ...notes, requests: notes.requests + requests }, 0);
  return { ...step, retryAfterMs };
}

function beginsImport(page: ListPage): boolean {
  return page.list === 'tickets' && page.asked_pointer === null && page.asked_url === null;
}

/** How long a first import will be, for whoever waits for it; not knowing does no harm. Returns the requests it took, and how long the server asks to wait. */
async function countTickets(context: LaneContext, event: string) {
  const answer = await context.remote.countRows(event, 'tickets');
  if (answer.kind === 'ok') context.events.emit('tickets_counted', event, answer.value);
  const retryAfterMs = answer.kind === 'failed' ? answer.failure.retry_after_ms : null;
  return { requests: answer.notes.requests, retryAfterMs };
}

/**
 * A cursor that the server no longer takes, or a stored next page of another server, costs the walk, not the pointer. A page that was
 * refused because of its own next page is only asked for again, later each time.
 */
async function refusedPage(
  context: LaneContext,
  list: ListName,
  { failure, notes }: Extract<RemoteResult<unknown>, { kind: 'failed' }>,
): Promise<LaneStep> {
  const { event } = context;
  const isElsewhere = failure.code === 'foreign_url' && failure.foreign === undefined;
  const restarts = failure.code === 'cursor_invalid' || isElsewhere;
  if (restarts && event !== null) {
    context.logger.warn({ list, code: failure.code }, 'a walk is begun again from its pointer');
    await context.replica.restartWalk(event, list);
  }
  return stepFailed(failure, notes);
}
