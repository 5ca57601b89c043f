/** The event in a path, for routes: they know services only. */
export { findVisibleEvent } from '../../repositories/lists/find-event.ts';
export type { EventRow } from '../../repositories/lists/events-list.ts';
