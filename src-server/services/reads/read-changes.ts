/** What changed of an event, for routes: they know services only. */
export { readChanges, type Change } from '../../repositories/lists/read-changes.ts';
