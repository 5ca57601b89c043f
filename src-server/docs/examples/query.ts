import type { QueryParameter } from '../../../shared/contract/query.ts';
import type { Json } from '../openapi/json-schema.ts';
import { cursor, since } from './lists.ts';
import { ada, adaOrder } from './orders.ts';

export const queryExamples: Readonly<Record<QueryParameter, Json>> = {
  page: 1,
  per_page: 100,
  updated_since: since,
  cursor,
  include_deleted: '1',
  include: 'answers',
  status: 'valid',
  state: 'open',
  order: adaOrder.reference,
  email: ada.email,
};
