import type { PageRoute } from '../data/page-route.ts';
import { conflictsRoutes } from './conflicts/conflicts-routes.ts';
import { contactsRoutes } from './contacts/contacts-routes.ts';
import { disputesRoutes } from './disputes/disputes-routes.ts';
import { eventRoutes } from './events/event-routes.ts';
import { homeRoutes } from './home/home-routes.ts';
import { importRoutes } from './import/import-routes.ts';
import { integrationsRoutes } from './integrations/integrations-routes.ts';
import { ordersRoutes } from './orders/orders-routes.ts';
import { scansRoutes } from './scans/scans-routes.ts';
import { settingsRoutes } from './settings/settings-routes.ts';
import { stationsRoutes } from './stations/stations-routes.ts';
import { ticketsRoutes } from './tickets/tickets-routes.ts';
import { waitingListsRoutes } from './waiting-lists/waiting-lists-routes.ts';
import { webhooksRoutes } from './webhooks/webhooks-routes.ts';

/** Each folder names its addresses; its components are loaded when they are shown. */
export const pageRoutes: readonly PageRoute[] = [
  ...homeRoutes,
  ...eventRoutes,
  ...contactsRoutes,
  ...ordersRoutes,
  ...disputesRoutes,
  ...ticketsRoutes,
  ...waitingListsRoutes,
  ...scansRoutes,
  ...conflictsRoutes,
  ...importRoutes,
  ...stationsRoutes,
  ...integrationsRoutes,
  ...webhooksRoutes,
  ...settingsRoutes,
];
