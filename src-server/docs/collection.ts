import { routeTable, type OperationId } from '../../shared/resources/route-table.ts';
import type { RouteContract } from '../../shared/resources/route-contract.ts';
import { queryParameters } from '../../shared/contract/query.ts';
import { exampleCall, queryExamples } from '../examples/calls.ts';
import type { Json, Members } from '../examples/example.ts';
import type { DocumentedServer } from './openapi.ts';
import { operationGroups } from './operation-groups.ts';

/** Every operation as a request of a Postman collection 2.1, which Bruno, Insomnia and Hoppscotch import too. */
export function postmanCollection({ base, auth, demo }: DocumentedServer): Members {
  return {
    info: {
      name: 'Gatehouse',
      description:
        'Set client_id and client_secret among the variables of the collection, then send "Get an access token": it keeps the token for the others.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{access_token}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: base },
      { key: 'auth_url', value: auth },
      ...['client_id', 'client_secret', 'access_token'].map((key) => ({ key, value: '' })),
    ],
    item: [
      tokenItem,
      ...operationGroups().map(({ title, about, operations }) => ({
        name: title,
        description: about,
        item: operations.map((name) => requestItem(name, base, demo)),
      })),
    ],
  };
}

const keepToken = "pm.collectionVariables.set('access_token', pm.response.json().access_token);";

const tokenItem: Json = {
  name: 'Get an access token',
  event: [{ listen: 'test', script: { type: 'text/javascript', exec: [keepToken] } }],
  request: {
    method: 'POST',
    auth: { type: 'noauth' },
    header: [],
    url: { raw: '{{auth_url}}/oauth/token', host: ['{{auth_url}}'], path: ['oauth', 'token'] },
    body: {
      mode: 'urlencoded',
      urlencoded: [
        { key: 'grant_type', value: 'client_credentials' },
        { key: 'client_id', value: '{{client_id}}' },
        { key: 'client_secret', value: '{{client_secret}}' },
      ],
    },
  },
};

function requestItem(name: OperationId, base: string, demo: DocumentedServer['demo']): Json {
  const route: RouteContract = routeTable[name];
  const { path, request } = exampleCall(name, base, demo);
  const parts = route.path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/');
  return {
    name: route.summary,
    request: {
      method: route.method,
      description: route.description,
      header: [
        ...(route.idempotent ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
        ...(request === null ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ],
      url: {
        raw: `{{base_url}}/${parts.join('/')}`,
        host: ['{{base_url}}'],
        path: parts,
        variable: Object.entries(path).map(([key, value]) => ({ key, value })),
        query: route.query.map((key) => ({
          key,
          value: String(queryExamples[key]),
          description: queryParameters[key].description,
          disabled: true,
        })),
      },
      ...(request === null
        ? {}
        : {
            body: {
              mode: 'raw',
              raw: JSON.stringify(request, null, 2),
              options: { raw: { language: 'json' } },
            },
          }),
    },
  };
}
