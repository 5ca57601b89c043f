import Fastify, { type FastifyRequest } from 'fastify';
import { parseStationRequest } from '../../../src-main/hosts/station-request.ts';
import { failureOf } from '../../../src-main/adapters/remote/failure-of.ts';
import { parseJson } from '../../../shared/parse-json.ts';
import { readBudget, readRetryAfter } from '../../../src-main/adapters/remote/rate-headers.ts';
import { readRows, readScanRow, readTicketRow } from '../../../src-main/wire/records.ts';
import { incrementalReply, setupReply, tokenReply } from '../../../src-main/wire/replies.ts';
import { readCsv } from '../../../src-server/cli/csv/read-csv.ts';
import { readImportRows } from '../../../src-server/cli/csv/read-import-rows.ts';
import { writeCsvRow } from '../../../shared/csv-row.ts';
import { readBearerToken } from '../../../src-server/http/authenticate.ts';
import { decodeCursor } from '../../../src-server/api/cursor.ts';
import { errorContentType } from '../../../src-server/http/error-body.ts';
import { readIdempotencyKey } from '../../../src-server/http/idempotency.ts';
import { canonicalJson, parseJsonBody } from '../../../src-server/http/json-body.ts';
import { parseListQuery } from '../../../src-server/api/list-parameters.ts';
import { isJson, readMediaType } from '../../../src-server/http/media-type.ts';
import { publicOrigin } from '../../../src-server/http/public-origin.ts';
import { readQueryString } from '../../../src-server/http/request-target.ts';
import { compileBody } from '../../../src-server/http/validate-body.ts';
import { parseScopes } from '../../../src-server/oauth/caller.ts';
import {
  readFormParameters,
  readJsonParameters,
} from '../../../src-server/oauth/token-parameters.ts';
import { readTokenRequest } from '../../../src-server/oauth/token-request.ts';
import { matchesEntityTag } from '../../../src-server/api/scanner-setup.ts';
import { parseEmail } from '../../../src-server/domain/email.ts';
import { parseScanItem } from '../../../src-server/domain/scans/scan-item.ts';
import { responseText } from '../../../src-server/webhooks/attempt.ts';
import { parseEndpointUrl } from '../../../src-server/webhooks/egress/endpoint-url.ts';
import { addressesIn } from '../../../src-server/webhooks/egress/resolve-name.ts';
import { parseRetryAfter } from '../../../src-server/webhooks/retry-schedule.ts';
import { verifyWebhook } from '../../../src-server/webhooks/verify-webhook.ts';
import { queryParameters, type QueryParameter } from '../../../shared/contract/query.ts';
import { routeTable } from '../../../shared/contract/route-table.ts';
import { emailKey } from '../../../src-server/store/email-key.ts';
import { instantFromMicros, parseBound } from '../../../shared/instant.ts';
import { isReference } from '../../../shared/references.ts';
import { readEnrolmentCode } from '../../../shared/ticket-code/enrolment-code.ts';
import { parseTicketCode } from '../../../shared/ticket-code/parse-ticket-code.ts';
import { readUnverified } from '../../../shared/ticket-code/signed-code.ts';
import { splitMergedCodes } from '../../../shared/ticket-code/split-merged-codes.ts';
import { hostileTexts, manyParts, type Family } from './hostile-texts.ts';

export interface Parser {
  readonly name: string;
  /** Prepares without being counted; the returned function is counted. */
  readonly reading: (text: string) => () => unknown;
  readonly families: readonly Family[];
}

const jsonPieces = ['"a":1,', '[1],', '{"a":', '"\\u0041"', '"a",'];
const json = (heads: readonly string[]): readonly Family[] => [
  ...hostileTexts({ heads: ['{"', ...heads], pieces: jsonPieces, tails: ['', '"}'] }),
  [
    '{"k0":0,"k1":1,…}',
    (length) => `{${manyParts((index) => `"k${index}":${index}`, ',')[1](length)}}`,
  ],
  ['[{},{},…]', (length) => `[${'{},'.repeat(length / 3)}{}]`],
];

const header = (read: (text: string) => unknown) => (text: string) => () => read(text);
const tryJson = (text: string): unknown => parseJson(text);
const allQuery = Object.keys(queryParameters).filter(
  (name): name is QueryParameter => name in queryParameters,
);
const ulid = '01kyvbnvq0g7m3x9r2c5t8w4ez';
const reference = `tkt_${ulid}`;

const proxied = await requestBehindProxies();

function requestBehindProxies(): Promise<FastifyRequest> {
  const { promise, resolve } = Promise.withResolvers<FastifyRequest>();
  const app = Fastify({ trustProxy: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'] });
  app.get('/', (request, reply) => {
    resolve(request);
    return reply.send('');
  });
  void app.inject('/');
  return promise;
}

function withHeader(name: string): (text: string) => () => unknown {
  return (text) => {
    proxied.raw.headers = { host: 'gate.example', [name]: text };
    return () => [proxied.ip, publicOrigin(proxied, null)];
  };
}

/** A validator of request bodies, with the values that it may be sent. */
function bodyOf(name: 'upsertContact' | 'checkIn' | 'createWebhook' | 'uploadScans') {
  const { request, maxBodyValues } = routeTable[name];
  const validate = compileBody(request);
  return (text: string) => {
    const bytes = Buffer.from(text);
    return () => {
      const body = parseJsonBody(bytes, maxBodyValues);
      canonicalJson(body);
      validate(body);
    };
  };
}

/** The list that `text` is in JSON, or a list with the text itself. */
const listed = (text: string): unknown => {
  const value = tryJson(text);
  return Array.isArray(value) ? value : [value ?? text];
};

/** The parsers of all untrusted input: from unknown clients, other programs and files. */
export const parsers: readonly Parser[] = [
  {
    name: 'the form of a token request',
    reading: (text) => {
      const bytes = Buffer.from(text);
      return () => readTokenRequest(readFormParameters(bytes), undefined);
    },
    families: [
      ...hostileTexts({ heads: ['grant_type=client_credentials&'], pieces: ['a=b&', '&&', '%'] }),
      manyParts((index) => `p${index}=`, '&'),
      manyParts((index) => `p${index % 20}=${index}`, '&'),
    ],
  },
  {
    name: 'the JSON of a token request',
    reading: (text) => {
      const bytes = Buffer.from(text);
      return () => readTokenRequest(readJsonParameters(parseJsonBody(bytes, 1_000)), undefined);
    },
    families: json(['{"grant_type":"client_credentials","scope":"']),
  },
  {
    name: 'the scope of a token request',
    reading: header(parseScopes),
    families: [
      ...hostileTexts({ pieces: ['events:read '] }),
      manyParts((index) => `s${index}`, ' '),
    ],
  },
  {
    name: 'Authorization at the token endpoint',
    reading: (text) => () =>
      readTokenRequest(new Map([['grant_type', ['client_credentials']]]), text),
    families: hostileTexts({
      heads: ['Basic ', 'basic YTpi', 'Basic YTpi '],
      pieces: ['YTpi', '='],
    }),
  },
  {
    name: 'Authorization at the API',
    reading: header(readBearerToken),
    families: hostileTexts({ heads: ['Bearer ', 'Bearer gat_', 'bearer a '] }),
  },
  {
    name: 'Idempotency-Key',
    reading: header(readIdempotencyKey),
    families: hostileTexts({ pieces: ['\u00c3\u00a9', '\u00ff'] }),
  },
  {
    name: 'Content-Type',
    reading: header((text) => isJson(readMediaType({ 'content-type': text }))),
    families: hostileTexts({
      heads: ['application/json;', 'application/', 'application/a+json'],
      pieces: ['charset=', ';charset="utf-8"', '+json', '.-'],
    }),
  },
  {
    name: 'Content-Encoding',
    reading: header((text) => readMediaType({ 'content-encoding': text })),
    families: hostileTexts(),
  },
  {
    name: 'Accept',
    reading: header(errorContentType),
    families: hostileTexts({
      heads: ['application/problem+json;'],
      pieces: ['application/problem+json;q=0,', ';q=0.', 'q=0', ';q=0.0'],
    }),
  },
  {
    name: 'If-None-Match',
    reading: header((text) => matchesEntityTag(text, 'W/"abc"')),
    families: hostileTexts({ pieces: ['W/', '"",', 'W/"abd",', '*'] }),
  },
  ...['host', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-for'].map((name) => ({
    name,
    reading: withHeader(name),
    families: hostileTexts({
      heads: ['[::1]', 'gate.example:'],
      pieces: ['127.0.0.1,', '10.0.0.1, ', 'fd00::1,', 'x,', 'https,', '::'],
    }),
  })),
  {
    name: 'the query of a list',
    reading: (text) => () => parseListQuery(readQueryString(`/?${text}`), allQuery),
    families: [
      ...hostileTexts({
        heads: ['page=', 'per_page=', 'updated_since=2026-', 'updated_since=2026-01-01T00:00:00.'],
        pieces: ['page[]=', 'cursor=a&', 'email=a%40b&', '9', '1'],
      }),
      manyParts((index) => `p${index}=`, '&'),
      manyParts((index) => `page[${index}]=`, '&'),
    ],
  },
  {
    name: 'a cursor',
    reading: header((text) => decodeCursor(Buffer.alloc(32), 'list', text)),
    families: hostileTexts({ pieces: ['_-', '====', 'AAAA'] }),
  },
  ...(['upsertContact', 'checkIn', 'createWebhook', 'uploadScans'] as const).map((name) => ({
    name: `the body of ${name}`,
    reading: bodyOf(name),
    families: json([
      '{"email":"',
      `{"ticket":"${reference}`,
      '{"url":"https://',
      '{"events":["',
      '{"events":[',
      '{"items":[',
      '{"first_name":"',
    ]),
  })),
  {
    name: 'an uploaded scan',
    reading: (text) => {
      const item = { reference: `scn_${ulid}`, ticket: reference, code: text, scanned_at: text };
      return () => [parseScanItem(item), parseScanItem(tryJson(text))];
    },
    families: [...hostileTexts({ heads: ['2026-01-01T00:00:00.'] }), ...json(['{"code":"'])],
  },
  {
    name: 'an email',
    reading: header((text) => [parseEmail(text), emailKey(text)]),
    families: hostileTexts({
      heads: ['a@', '"', 'a@[', 'a@b.'],
      pieces: ['a.', 'a-', '@', 'a@', '-.'],
    }),
  },
  {
    name: 'a time',
    reading: header((text) => parseBound(text)),
    families: hostileTexts({ heads: ['2026-01-01T00:00:00.'], pieces: ['2026-', '9'] }),
  },
  {
    name: 'a reference',
    reading: header((text) => isReference('ticket', text)),
    families: hostileTexts({ heads: ['tkt_'], pieces: [ulid, reference] }),
  },
  {
    name: 'a ticket code',
    reading: header(parseTicketCode),
    families: hostileTexts({
      heads: ['https://x/', 'eyJ', 'gatehouse', 'gatehouse://enrol?', ']Q1', '\\000026', 'tkt_'],
      pieces: [
        `/tkt_${ulid}`,
        '?ticket=',
        'eyJ.',
        '%74',
        ']Q1',
        '\\000026',
        '\u200b',
        '\uff41',
        'tkt',
      ],
      tails: ['', ' training'],
    }),
  },
  {
    name: 'a signed ticket code',
    reading: header(readUnverified),
    families: hostileTexts({
      heads: ['eyJ', 'eyJhbGciOiJFZERTQSIsImtpZCI6IkszZFEifQ.'],
      pieces: ['eyJ.', '.', 'A', 'eyJ0Ijoi', '-_'],
      tails: ['', '.AA.AA'],
    }),
  },
  {
    name: 'codes that run into each other',
    reading: header(splitMergedCodes),
    families: hostileTexts({
      heads: [reference, 'https://x/'],
      pieces: [
        reference,
        `https://x/${reference}`,
        'https://',
        ']Q1',
        '\\000026',
        `${reference}]Q1`,
      ],
      tails: ['', '!'],
    }),
  },
  {
    name: 'an enrolment code',
    reading: header(readEnrolmentCode),
    families: [
      ...hostileTexts({
        heads: ['gatehouse://enrol?server=https://', 'gatehouse://enrol?'],
        pieces: ['a=b&', 'server=http://a&', '%25'],
      }),
      manyParts((index) => `k${index}=v`, '&'),
    ],
  },
  {
    name: 'a CSV file',
    reading: header((text) => [...readCsv(text)]),
    families: hostileTexts({
      heads: ['"', 'a,b\n'],
      pieces: ['""', '","', '"a"', '"\n"', 'a,b\n', '"\r\n', ',\n'],
      tails: ['', '"', '"x'],
    }),
  },
  {
    name: 'a CSV file of orders',
    reading: (text) => {
      const bytes = Buffer.from(text);
      return () => readImportRows(bytes, { map: null, delimiter: null });
    },
    families: [
      ...hostileTexts({ heads: ['ticket_type,quantity\n'], pieces: ['a,1\n', 'a,x\n', 'a\n'] }),
      manyParts((index) => `column${index}`, ','),
      manyParts(() => 'ticket_type', ','),
    ],
  },
  {
    name: 'a cell that is exported',
    reading: header((text) => writeCsvRow([text])),
    families: hostileTexts({ pieces: ['=', ';=', '\t=', '"', ' ='], tails: ['', '!', '='] }),
  },
  {
    name: 'the URL of an endpoint',
    reading: header(parseEndpointUrl),
    families: hostileTexts({
      heads: ['https://', 'https:', 'http://a/'],
      pieces: ['//', '\\', '@', 'a@', '①', '.1'],
    }),
  },
  {
    name: 'a hosts file',
    reading: header((text) => addressesIn(text, 'gate.example')),
    families: hostileTexts({ heads: ['127.0.0.1 '], pieces: ['\n', 'gate.example ', '#', ' \t'] }),
  },
  {
    name: 'what an endpoint answers',
    reading: (text) => {
      const chunks = Array.from(text, (character) => Buffer.from(character));
      return () => responseText(chunks);
    },
    families: hostileTexts(),
  },
  {
    name: 'Retry-After of an endpoint',
    reading: header((text) => parseRetryAfter(text, 0)),
    families: hostileTexts({ heads: ['Wed, '], pieces: ['9', 'Jan ', '(', '12:'] }),
  },
  {
    name: 'the signature of a delivery',
    reading: header((text) =>
      verifyWebhook({ secret: 'whsec_a', header: text, body: '{}', nowSeconds: 1 }),
    ),
    families: hostileTexts({
      heads: ['t=1,'],
      pieces: ['t=1,', 'v1=,', `v1=${'a'.repeat(64)},`, 'v1=a,', '1'],
    }),
  },
  {
    name: 'Retry-After and RateLimit of a server',
    reading: (text) => {
      const headers = { 'retry-after': text, ratelimit: text, date: text };
      return () => [readRetryAfter(headers), readBudget(headers)];
    },
    families: hostileTexts({
      heads: ['"default";', '"default";r=1;t', 'Wed, '],
      pieces: [';r', ' r', 'r ', ';t =', 'remaining=', 'r=9;', '\t'],
    }),
  },
  {
    name: 'what a server refuses',
    reading: (text) => () =>
      failureOf({
        status: 429,
        headers: {},
        text,
        roundTripMs: 0,
        arrivedAt: instantFromMicros(0),
        arrivedAtMs: 0,
      }),
    families: json(['{"code":"']),
  },
  {
    name: 'rows of a server',
    reading: (text) => {
      const values = listed(text);
      const rows = Array.isArray(values) ? values : [values];
      return () => [
        readRows(rows, readTicketRow('evt_x')),
        readRows(rows, readScanRow('evt_x')),
        incrementalReply.Check({ data: { data: rows, next_page_url: text }, watermark: text }),
      ];
    },
    families: json([`[{"reference":"${reference}","contact":{"first_name":"`, '[[']),
  },
  {
    name: 'other answers of a server',
    reading: (text) => () => {
      const value = tryJson(text);
      return [setupReply.Check(value), setupReply.Check({ data: value }), tokenReply.Check(value)];
    },
    families: json(['{"data":{"event":{"name":"', '{"access_token":"']),
  },
  {
    name: 'a frame of a screen',
    reading: (text) => () => [
      parseStationRequest(tryJson(text)),
      parseStationRequest({ id: text, command: { kind: 'scan', code: text, symbology: text } }),
      parseStationRequest({ id: '1', command: { kind: 'resend_attention', references: [text] } }),
    ],
    families: json(['{"id":"1","command":{"kind":"scan","code":"', '{"id":"']),
  },
];
