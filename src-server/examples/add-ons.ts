import { AddOnLine, addOnLinePages, type addOnRoutes } from '../../shared/resources/add-ons.ts';
import { type ExamplesOf, pageSchemas } from './example.ts';
import { adaOrder } from './orders.ts';
import { cloakroom } from './setup.ts';

/** Ada bought two cloakroom places and handed one coat over. */
export const cloakroomLine = {
  reference: 'oln_01m70b6qz5k3t2hhbdx9d1e7pe',
  order: adaOrder.reference,
  order_status: adaOrder.status,
  add_on: cloakroom.reference,
  session: null,
  quantity: 2,
  redeemed: 1,
  remaining: 1,
  created_at: adaOrder.created_at,
  updated_at: '2026-12-12T18:07:12.904418Z',
} satisfies AddOnLine;

export const addOnExamples = {
  calls: {
    listAddOnLines: {
      rows: { numbered: [cloakroomLine], incremental: [cloakroomLine] },
    },
  },
  schemas: {
    AddOnLine: [AddOnLine, cloakroomLine],
    ...pageSchemas('AddOnLine', addOnLinePages, cloakroomLine),
  },
} satisfies ExamplesOf<typeof addOnRoutes>;
