/** A contact in the API's shape, for routes: they know services only. */
export { contactResource } from '../../repositories/lists/contacts-list.ts';
