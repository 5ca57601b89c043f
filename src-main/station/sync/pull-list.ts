import type { ListName, ListPage } from '../../ports/replica.ts';
import type { RemoteResult } from '../../ports/remote.ts';
import type { LaneContext, LaneStep } from './lane-context.ts';
import { stepDone, stepFailed, withoutRequest } from './lane-context.ts';

/** A first import asks for everything there ever was (specification §4.1). */
const BEGINNING = '1970-01-01T00:00:00Z';

/** Asks for the next page of a list's walk and applies it: rows, next page and watermark in one transaction. */
export async function pullList(context: LaneContext, list: ListName): Promise<LaneStep> {
  const { event, replica, clock, remote } = context;
  if (event === null) return withoutRequest();
  const position = replica.position(event, list);
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
  if (list === 'tickets') {
    const answer = await remote.listTickets(query);
    return settlePage(context, list, answer, (page) => ({ list, ...asked, ...page }));
  }
  const answer = await remote.listScans(query);
  return settlePage(context, list, answer, (page) => ({ list, ...asked, ...page }));
}

interface AnsweredPage {
  readonly rows: readonly unknown[];
  readonly unreadable: readonly { readonly reference: string | null; readonly problem: string }[];
  readonly next_url: string | null;
  readonly watermark: string;
}

async function settlePage<Page extends AnsweredPage>(
  context: LaneContext,
  list: ListName,
  answer: RemoteResult<Page>,
  pageOf: (page: Page) => ListPage,
): Promise<LaneStep> {
  if (answer.kind === 'failed') return await refusedPage(context, list, answer);
  const { value, notes } = answer;
  if (value.unreadable.length > 0) {
    context.logger.warn({ list, rows: value.unreadable }, 'rows of a page could not be read');
  }
  const page = pageOf(value);
  const applied = await context.replica.applyPage(page);
  if (applied.current) context.heard.page(page.event, applied);
  if (applied.position.next_url === null) return stepDone(notes, null);
  const counted = beginsImport(page) ? await countTickets(context, page.event) : 0;
  return stepDone({ ...notes, requests: notes.requests + counted }, 0);
}

function beginsImport(page: ListPage): boolean {
  return page.list === 'tickets' && page.asked_pointer === null && page.asked_url === null;
}

/** How long a first import will be, for whoever waits for it; not knowing does no harm. Returns the requests it took. */
async function countTickets(context: LaneContext, event: string): Promise<number> {
  const answer = await context.remote.countTickets(event);
  if (answer.kind === 'ok') context.heard.total(event, answer.value);
  return answer.notes.requests;
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
