/** What a station needs of an event, for routes: they know services only. */
export { readSetup } from '../../repositories/lists/read-setup.ts';
