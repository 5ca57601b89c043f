import {
  LONGEST_BURST,
  nextSilence,
  noBurst,
  stepWedge,
  wedgeDefaults,
} from '../../src-renderer/station/state/wedge/wedge-decoder.ts';
import { press } from './scanner-keys.ts';
import Fastify, { type FastifyRequest } from 'fastify';
import { parseStationRequest } from '../../src-main/page/station-request.ts';
import { failureOf } from '../../src-main/adapters/remote/failure-of.ts';
import { parseJson } from '../../shared/contract/parse-json.ts';
import { readBudget, readRetryAfter } from '../../src-main/adapters/remote/rate-headers.ts';
import { readRows, readScanRow, readTicketRow } from '../../src-main/wire/records.ts';
import { incrementalReply, setupReply, tokenReply } from '../../src-main/wire/replies.ts';
import { RecordReader, readWholeText } from '../../src-server/imports/file/read-records.ts';
import { mapColumns } from '../../src-server/imports/columns/map-columns.ts';
import { readAmount } from '../../src-server/imports/lines/read-amount.ts';
import { readMoment } from '../../src-server/imports/lines/read-moment.ts';
import { splitName } from '../../src-server/imports/lines/read-people.ts';
import { readCheckedIn, readStatus, readVoid } from '../../src-server/imports/lines/read-status.ts';
import { rearm, writeCsvRow } from '../../shared/csv-row.ts';
import { readBearerToken } from '../../src-server/http/authenticate.ts';
import { decodeCursor } from '../../src-server/api/lists/cursor.ts';
import { errorContentType } from '../../src-server/http/errors/error-body.ts';
import { readIdempotencyKey } from '../../src-server/http/idempotency.ts';
import { canonicalJson, parseJsonBody } from '../../src-server/http/bodies/json-body.ts';
import { parseListQuery } from '../../src-server/api/lists/list-parameters.ts';
import { isJson, readMediaType } from '../../src-server/http/bodies/media-type.ts';
import { publicOrigin } from '../../src-server/http/public-origin.ts';
import { readQueryString } from '../../src-server/http/request-target.ts';
import { compileBody } from '../../src-server/http/bodies/validate-body.ts';
import { parseScopes } from '../../src-server/oauth/caller.ts';
import { readFormParameters, readJsonParameters } from '../../src-server/oauth/token-parameters.ts';
import { readTokenRequest } from '../../src-server/oauth/token-request.ts';
import { asLine, asLines, findHarmful, printableLine } from '../../shared/plain-text.ts';
import { tidyForwardedHeaders } from '../../src-server/http/forwarded-headers.ts';
import { tidyBody } from '../../src-server/http/bodies/tidy-body.ts';
import { holdsTag } from '../../src-server/http/responses/entity-tag.ts';
import { parseEmail } from '../../src-server/rules/email.ts';
import { parseScanItem } from '../../src-server/domain/scans/scan-item.ts';
import { parseNewEndpointUrl } from '../../src-server/webhooks/egress/endpoint-url.ts';
import { addressesIn } from '../../src-server/webhooks/egress/resolve-name.ts';
import { ResponseReader } from '../../src-server/webhooks/egress/response-reader.ts';
import { parseRetryAfter } from '../../src-server/webhooks/retry-schedule.ts';
import { verifyWebhook } from '../../src-server/webhooks/verify-webhook.ts';
import { queryParameters, type QueryParameter } from '../../shared/contract/query.ts';
import { routeTable } from '../../shared/resources/route-table.ts';
import { mailboxKey } from '../../src-server/database/mailbox-key.ts';
import { instantFromMicros, parseBound } from '../../shared/instant.ts';
import { isReference } from '../../shared/references.ts';
import { readEnrolmentCode } from '../../shared/ticket-code/enrolment-code.ts';
import { parseTicketCode } from '../../shared/ticket-code/parse-ticket-code.ts';
import { readUnverified } from '../../shared/ticket-code/signed-code.ts';
import { readCodes } from '../../shared/ticket-code/read-codes.ts';
import type { Write } from './growth.ts';

interface Parser {
  readonly name: string;
  readonly read: (text: string) => unknown;
  readonly texts: readonly Write[];
  /** The length of the longest text that it reads at all. */
  readonly longest?: number;
}

/** Characters of lists, texts, numbers and addresses, and some that are rarely thought of. */
const common = [' ', ',', '=', '"', '\\', '0', 'a', ';', '%', '[', '.', '/', ':', 'a ', ' a'];
const rare = ['\t', '\r\n', '\0', 'e\u0301', '\u{1F600}', '\ud83d'];

/**
 * Inputs that are slow for bad parsers: one piece repeated, alone, after a valid start, and with an invalid end, so that all
 * backtracking is in vain.
 */
function hostileTexts({
  heads = [],
  pieces = [],
  tails = ['', '!'],
}: Partial<Record<'heads' | 'pieces' | 'tails', readonly string[]>> = {}): readonly Write[] {
  return ['', ...heads].flatMap((head) =>
    [...(head === '' ? [...common, ...rare] : ['a', ' ']), ...pieces].flatMap((piece) =>
      tails.map((tail): Write => (length) => {
        const room = Math.max(0, length - head.length - tail.length);
        return head + piece.repeat(Math.floor(room / piece.length)) + tail;
      }),
    ),
  );
}

/** Many distinct parts, for parsers that check for duplicates. */
function manyParts(write: (index: number) => string, separator: string, around = ''): Write {
  return (length) => {
    const count = Math.floor((length - around.length) / (write(10_000).length + separator.length));
    const parts = Array.from({ length: count }, (_value, index) => write(index)).join(separator);
    return around.slice(0, 1) + parts + around.slice(1);
  };
}

const jsonPieces = ['"a":1,', '[1],', '{"a":', '"\\u0041"', '"a",'];
const json = (heads: readonly string[]): readonly Write[] => [
  ...hostileTexts({ heads: ['{"', ...heads], pieces: jsonPieces, tails: ['', '"}'] }),
  manyParts((index) => `"k${index}":${index}`, ',', '{}'),
  manyParts(() => '{}', ',', '[]'),
];

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

function withHeader(name: string): (text: string) => unknown {
  return (text) => {
    proxied.raw.headers = { host: 'gate.example', [name]: text };
    tidyForwardedHeaders(proxied.raw.headers);
    return [proxied.ip, publicOrigin(proxied, null)];
  };
}

/** Reads a request body as its route does. */
function bodyOf(name: 'upsertContact' | 'checkIn' | 'createWebhook' | 'uploadScans') {
  const { request, maxBodyValues } = routeTable[name];
  const validate = compileBody(request);
  return (text: string) => {
    const { json: body } = tidyBody(request, parseJsonBody(Buffer.from(text), maxBodyValues));
    return [canonicalJson(body), validate(body)];
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
    read: (text) => readTokenRequest(readFormParameters(text), undefined),
    texts: [
      ...hostileTexts({ heads: ['grant_type=client_credentials&'], pieces: ['a=b&', '&&', '%'] }),
      manyParts((index) => `p${index}=`, '&'),
      manyParts((index) => `p${index % 20}=${index}`, '&'),
    ],
  },
  {
    name: 'the JSON of a token request',
    read: (text) =>
      readTokenRequest(readJsonParameters(parseJsonBody(Buffer.from(text), 1_000)), undefined),
    texts: json(['{"grant_type":"client_credentials","scope":"']),
  },
  {
    name: 'the scope of a token request',
    read: parseScopes,
    texts: [...hostileTexts({ pieces: ['events:read '] }), manyParts((index) => `s${index}`, ' ')],
  },
  {
    name: 'Authorization at the token endpoint',
    read: (text) => readTokenRequest(new Map([['grant_type', ['client_credentials']]]), text),
    texts: hostileTexts({
      heads: ['Basic ', 'basic YTpi', 'Basic YTpi '],
      pieces: ['YTpi', '='],
    }),
  },
  {
    name: 'Authorization at the API',
    read: readBearerToken,
    texts: hostileTexts({ heads: ['Bearer ', 'Bearer gat_', 'bearer a '] }),
  },
  {
    name: 'Idempotency-Key',
    read: readIdempotencyKey,
    texts: hostileTexts({ pieces: ['\u00c3\u00a9', '\u00ff', '"', '\\\\'] }),
  },
  {
    name: 'Content-Type',
    read: (text) => isJson(readMediaType({ 'content-type': text }, Buffer.from(text))),
    texts: hostileTexts({
      heads: ['application/json;', 'application/', 'application/a+json'],
      pieces: ['charset=', ';charset="utf-8"', '+json', '.-'],
    }),
  },
  {
    name: 'Content-Encoding',
    read: (text) => readMediaType({ 'content-encoding': text }, Buffer.alloc(0)),
    texts: hostileTexts(),
  },
  {
    name: 'Accept',
    read: errorContentType,
    texts: hostileTexts({
      heads: ['application/problem+json;'],
      pieces: ['application/problem+json;q=0,', ';q=0.', 'q=0', ';q=0.0'],
    }),
  },
  {
    name: 'If-None-Match',
    read: (text) => holdsTag(text, 'W/"abc"'),
    texts: hostileTexts({ pieces: ['W/', '"",', 'W/"abd",', '*'] }),
  },
  ...['host', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-for'].map((name) => ({
    name,
    read: withHeader(name),
    texts: hostileTexts({
      heads: ['[::1]', 'gate.example:'],
      pieces: ['127.0.0.1,', '10.0.0.1, ', 'fd00::1,', 'x,', 'https,', '::'],
    }),
  })),
  {
    name: 'the query of a list',
    read: (text) => parseListQuery(readQueryString(`/?${text}`), allQuery),
    texts: [
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
    read: (text) => decodeCursor(Buffer.alloc(32), 'list', text),
    longest: 512,
    texts: hostileTexts({ pieces: ['_-', '====', 'AAAA'] }),
  },
  ...(
    [
      ['upsertContact', '{"email":"', '{"first_name":"'],
      ['checkIn', `{"ticket":"${reference}`],
      ['createWebhook', '{"url":"https://', '{"events":["', '{"events":['],
      ['uploadScans', '{"items":[', '{"items":["'],
    ] as const
  ).map(([name, ...heads]) => ({
    name: `the body of ${name}`,
    read: bodyOf(name),
    texts: json(heads),
  })),
  {
    name: 'an uploaded scan',
    read: (text) => {
      const item = { reference: `scn_${ulid}`, ticket: reference, code: text, scanned_at: text };
      return [parseScanItem(item), parseScanItem(tryJson(text))];
    },
    texts: [...hostileTexts({ heads: ['2026-01-01T00:00:00.'] }), ...json(['{"code":"'])],
  },
  {
    name: 'an email',
    read: (text) => [parseEmail(text), mailboxKey(text)],
    longest: 254,
    texts: hostileTexts({
      heads: ['a@', '"', 'a@[', 'a@b.'],
      pieces: ['a.', 'a-', '@', 'a@', '-.'],
    }),
  },
  {
    name: 'a name',
    read: (text) => [asLine(text), asLines(text), findHarmful(text), printableLine(text)],
    texts: hostileTexts({
      heads: ['a', '\u0301'],
      pieces: [' ', '\n', ' \n', '\u202E', '\u0301', 'a\u0301', '\u0345\u0301'],
      tails: ['', 'x', '\u0007'],
    }),
  },
  {
    name: 'a time',
    read: (text) => parseBound(text),
    texts: hostileTexts({ heads: ['2026-01-01T00:00:00.'], pieces: ['2026-', '9'] }),
  },
  {
    name: 'a reference',
    read: (text) => isReference('ticket', text),
    texts: hostileTexts({ heads: ['tkt_'], pieces: [ulid, reference] }),
  },
  {
    name: 'a ticket code',
    read: parseTicketCode,
    longest: 8_192,
    texts: hostileTexts({
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
    read: readUnverified,
    texts: hostileTexts({
      heads: ['eyJ', 'eyJhbGciOiJFZERTQSIsImtpZCI6IkszZFEifQ.'],
      pieces: ['eyJ.', '.', 'A', 'eyJ0Ijoi', '-_'],
      tails: ['', '.AA.AA'],
    }),
  },
  {
    name: 'codes that run into each other',
    read: readCodes,
    texts: hostileTexts({
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
    read: readEnrolmentCode,
    texts: [
      ...hostileTexts({
        heads: ['gatehouse://enrol?server=https://', 'gatehouse://enrol?'],
        pieces: ['a=b&', 'server=http://a&', '%25'],
      }),
      manyParts((index) => `k${index}=v`, '&'),
    ],
  },
  {
    name: 'a CSV file',
    read: (text) => [...readWholeText(text, ',')],
    texts: hostileTexts({
      heads: ['"', 'a,b\n'],
      pieces: ['""', '","', '"a"', '"\n"', 'a,b\n', '"\r\n', ',\n'],
      tails: ['', '"', '"x'],
    }),
  },
  {
    name: 'a CSV file that comes in parts',
    read: (text) => {
      const reader = new RecordReader(',');
      return [...(text.match(/[^]{1,64}/g) ?? []), ''].flatMap((part) => [
        ...reader.read(part, part === ''),
      ]);
    },
    texts: hostileTexts({ heads: ['', '"'], pieces: [',', 'a,b\n', '""'], tails: ['', '"'] }),
  },
  {
    name: 'the heading of a file of tickets',
    read: (text) =>
      mapColumns(
        { heading: text.split(','), headingLine: 1 },
        { columns: new Map(), statuses: new Map(), ignored: new Set() },
        { addOns: ['Parking'], questions: [], hasSessions: true },
      ),
    texts: [
      manyParts((index) => `column${index}`, ','),
      manyParts(() => 'ticket_type', ','),
      ...hostileTexts({ pieces: ['#', 'n°', 'é', 'cancel', ' '] }),
    ],
  },
  {
    name: 'a cell of a file of tickets',
    read: (text) => [
      rearm(text),
      readAmount(text, 'EUR'),
      readMoment(text, 'Europe/Oslo'),
      readStatus(text),
      readVoid(text, 'void'),
      readCheckedIn(text),
      splitName(text),
    ],
    texts: hostileTexts({
      heads: ["'", '1', '2026-'],
      pieces: ["'", '1.', ',000', ' ', ';', '1/', ':00', 'a ', '\u0301'],
      tails: ['', '=', 'x', '€'],
    }),
  },
  {
    name: 'a cell that is exported',
    read: (text) => writeCsvRow([text]),
    texts: hostileTexts({ pieces: ['=', ';=', '\t=', '"', ' ='], tails: ['', '!', '='] }),
  },
  {
    name: 'the URL of an endpoint',
    read: parseNewEndpointUrl,
    longest: 2_048,
    texts: hostileTexts({
      heads: ['https://', 'https:', 'http://a/'],
      pieces: ['//', '\\', '@', 'a@', '①', '.1'],
    }),
  },
  {
    name: 'a hosts file',
    read: (text) => addressesIn(text, 'gate.example'),
    texts: hostileTexts({ heads: ['127.0.0.1 '], pieces: ['\n', 'gate.example ', '#', ' \t'] }),
  },
  {
    name: 'what an endpoint answers',
    read: (text) => {
      const reader = new ResponseReader();
      for (const character of text) reader.read(Buffer.from(character));
      return reader.stoppedAt;
    },
    texts: hostileTexts({
      heads: ['', 'HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'],
      pieces: ['a:', '\n', 'HTTP/1.1 100 \n\n', '1\r\n', ' '],
    }),
  },
  {
    name: 'Retry-After of an endpoint',
    read: (text) => parseRetryAfter(text, 0),
    texts: hostileTexts({ heads: ['Wed, '], pieces: ['9', 'Jan ', '(', '12:'] }),
  },
  {
    name: 'the signature of a delivery',
    read: (text) => verifyWebhook({ secret: 'whsec_a', header: text, body: '{}', nowSeconds: 1 }),
    longest: 4_096,
    texts: hostileTexts({
      heads: ['t=1,'],
      pieces: ['t=1,', 'v1=,', `v1=${'a'.repeat(64)},`, 'v1=a,', '1'],
    }),
  },
  {
    name: 'Retry-After and RateLimit of a server',
    read: (text) => {
      const headers = { 'retry-after': text, ratelimit: text, date: text };
      return [readRetryAfter(headers), readBudget(headers)];
    },
    texts: hostileTexts({
      heads: ['"default";', '"default";r=1;t', 'Wed, '],
      pieces: [';r', ' r', 'r ', ';t =', 'remaining=', 'r=9;', '\t'],
    }),
  },
  {
    name: 'what a server refuses',
    read: (text) =>
      failureOf({
        status: 429,
        headers: {},
        text,
        roundTripMs: 0,
        arrivedAt: instantFromMicros(0),
        arrivedAtMs: 0,
      }),
    texts: json(['{"code":"']),
  },
  {
    name: 'rows of a server',
    read: (text) => {
      const values = listed(text);
      const rows = Array.isArray(values) ? values : [values];
      return [
        readRows(rows, 'tickets', readTicketRow('evt_x')),
        readRows(rows, 'scans', readScanRow('evt_x')),
        incrementalReply.Check({ data: { data: rows, next_page_url: text }, watermark: text }),
      ];
    },
    texts: json([`[{"reference":"${reference}","contact":{"first_name":"`, '[[']),
  },
  {
    name: 'other answers of a server',
    read: (text) => {
      const value = tryJson(text);
      return [setupReply.Check(value), setupReply.Check({ data: value }), tokenReply.Check(value)];
    },
    texts: json(['{"data":{"event":{"name":"', '{"access_token":"']),
  },
  {
    name: 'a frame of a screen',
    read: (text) => [
      parseStationRequest(tryJson(text)),
      parseStationRequest({ id: text, command: { kind: 'scan', code: text, symbology: text } }),
      parseStationRequest({ id: '1', command: { kind: 'resend_attention', references: [text] } }),
    ],
    texts: json(['{"id":"1","command":{"kind":"scan","code":"', '{"id":"']),
  },
  {
    name: 'keys of a scanner',
    read: (text) => {
      let burst = noBurst;
      for (const stroke of press(text, { gap: 3 })) {
        ({ burst } = stepWedge(burst, { kind: 'character', stroke, inField: true }, wedgeDefaults));
        nextSilence(burst, stroke.at, wedgeDefaults);
      }
      return stepWedge(burst, { kind: 'terminator', at: 3 * text.length }, wedgeDefaults);
    },
    texts: [(length) => 'x'.repeat(length), (length) => '\u{1}'.repeat(length)],
    longest: LONGEST_BURST,
  },
];
