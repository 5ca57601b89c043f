import type { ListName, ListPage } from '../../ports/replica.ts';
import type { RemoteFailure, RemotePage, RemoteResult } from '../../ports/remote.ts';
import type { ChannelContext, ChannelStep } from './channel-context.ts';
import { logUnreadable, stepDone, stepFailed } from './channel-context.ts';

/** A first import requests everything (specification §4.1). */
const BEGINNING = '1970-01-01T00:00:00Z';

/**
 * Requests the next page of a list's walk and applies it: rows, next page and watermark in one transaction.
 *
 * Phases of a walk: first page (`updated_since` = pointer; its watermark is set aside) → further pages → last page (the watermark becomes
 * the pointer). A refused cursor restarts the walk from its pointer.
 */
export async function pullList(context: ChannelContext, list: ListName): Promise<ChannelStep> {
  const { event, replica, clock, ask, freshness } = context;
  if (event === null) return stepDone();
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
      const response = await ask((remote) => remote.listTickets(query));
      return takePage(context, list, response, (page) => ({ list, ...asked, ...page }));
    }
    case 'scans': {
      const response = await ask((remote) => remote.listScans(query));
      return takePage(context, list, response, (page) => ({ list, ...asked, ...page }));
    }
    case 'releases': {
      const response = await ask((remote) => remote.listReleases(query));
      return takePage(context, list, response, (page) => ({ list, ...asked, ...page }));
    }
    case 'answers': {
      const response = await ask((remote) => remote.listAnswers(query));
      return takePage(context, list, response, (page) => ({ list, ...asked, ...page }));
    }
    default: {
      const response = await ask((remote) => remote.listOrderLines(query));
      return takePage(context, list, response, (page) => ({ list, ...asked, ...page }));
    }
  }
}

async function takePage<Row>(
  context: ChannelContext,
  list: ListName,
  response: RemoteResult<RemotePage<Row>>,
  pageOf: (page: RemotePage<Row>) => ListPage,
): Promise<ChannelStep> {
  if (response.kind === 'failed') return await refusedPage(context, list, response.failure);
  const { value } = response;
  logUnreadable(context, value.unreadable);
  const page = pageOf(value);
  const applied = await context.replica.applyPage(page);
  if (applied.current) context.news.rowsWritten(page.event, applied);
  if (applied.position.next_url === null) {
    if (applied.current) context.freshness.walkEnded(page.event, list);
    if (applied.unswept) context.due([list]);
    return stepDone();
  }
  if (beginsImport(page) && context.maySpare()) await countTickets(context, page.event);
  return stepDone(0);
}

function beginsImport(page: ListPage): boolean {
  return page.list === 'tickets' && page.asked_pointer === null && page.asked_url === null;
}

/** How long a first import will be, for the progress display; it does no harm if this is unknown. */
async function countTickets({ ask, news }: ChannelContext, event: string): Promise<void> {
  const response = await ask((remote) => remote.countRows(event, 'tickets'));
  if (response.kind === 'ok') news.ticketsCounted(event, response.value);
}

/**
 * A cursor that the server no longer accepts, or a stored next page of another server, restarts the walk but keeps the pointer. A page that
 * was rejected because of its own next page is only requested again, later each time.
 */
async function refusedPage(
  context: ChannelContext,
  list: ListName,
  failure: RemoteFailure,
): Promise<ChannelStep> {
  const { event } = context;
  const isElsewhere = failure.code === 'foreign_url' && failure.foreign === undefined;
  const restarts = failure.code === 'cursor_invalid' || isElsewhere;
  if (restarts && event !== null) {
    context.logger.warn({ list, code: failure.code }, 'the walk restarts from its pointer');
    await context.replica.restartWalk(event, list);
  }
  return stepFailed(failure);
}
