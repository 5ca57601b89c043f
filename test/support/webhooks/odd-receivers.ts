import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';

/** What an endpoint does once it has read a request. */
export interface OddReceiver {
  readonly what: string;
  /** Written at once, or piece by piece in packets of their own. */
  readonly answer: string | Buffer | readonly (string | Buffer)[];
  /** `wait` leaves the connection open and says nothing more. */
  readonly ends?: 'wait' | 'close' | 'reset';
  /** The status that counts; null if none arrived. Delivered if it is a 2xx. */
  readonly status: number | null;
  /** What the log shows as the attempt's error; null for nothing. */
  readonly error: RegExp | null;
  /** The body in the log; not looked at if missing. */
  readonly body?: string;
  /** The status that curl 7.88 tells, if it is another one: 0 for none. */
  readonly curl?: number;
}

const OK = 'HTTP/1.1 200 OK\r\n';
const two = `${OK}Content-Length: 2\r\n\r\nok`;
const lost = /^connection\.lost: /;
const incomplete = /^response\.incomplete: /;
const malformed = /^response\.malformed: /;
const text = 'Gr\u00fc\u00dfe, \u20ac 5';

function withBody(headers: string, body: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`${OK}${headers}Content-Length: ${body.length}\r\n\r\n`),
    body,
  ]);
}

const encoded = (encoding: string, body: Buffer) =>
  withBody(`Content-Encoding: ${encoding}\r\n`, body);
const ofType = (type: string, body: Buffer) => withBody(`Content-Type: ${type}\r\n`, body);
const bomb = Buffer.alloc(64 * 1024 * 1024, 'a');

/** Every oddity of HTTP/1.1 that endpoints are known for. */
export const oddReceivers: readonly OddReceiver[] = [
  // Nothing odd.
  { what: 'a length', answer: two, status: 200, error: null, body: 'ok' },
  {
    what: 'no body',
    answer: 'HTTP/1.1 204 No Content\r\n\r\n',
    status: 204,
    error: null,
    body: '',
  },
  {
    what: 'a refusal',
    answer: 'HTTP/1.1 410 Gone\r\nContent-Length: 4\r\n\r\ngone',
    status: 410,
    error: null,
    body: 'gone',
  },
  { what: 'one byte in a packet', answer: Array.from(two), status: 200, error: null, body: 'ok' },

  // Interim responses.
  {
    what: 'a 100 that nobody asked for',
    answer: `HTTP/1.1 100 Continue\r\n\r\n${two}`,
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'a 100 in a packet of its own',
    answer: ['HTTP/1.1 100 Continue\r\n\r\n', two],
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'a 100 before a refusal',
    answer: 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\nno',
    status: 500,
    error: null,
    body: 'no',
  },
  {
    what: 'a 102',
    answer: `HTTP/1.1 102 Processing\r\n\r\n${two}`,
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'a 103 with headers',
    answer: `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nContent-Length: 999\r\n\r\n${two}`,
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'several interim responses',
    answer: `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(3)}HTTP/1.1 103 Early Hints\r\n\r\n${two}`,
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'a 100 alone',
    answer: 'HTTP/1.1 100 Continue\r\n\r\n',
    ends: 'close',
    status: null,
    error: lost,
    curl: 100,
  },
  {
    what: 'endless interim responses',
    answer: 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(4_000),
    status: null,
    error: /^response\.malformed: .*64 KiB/,
    curl: 103,
  },
  {
    what: 'a 101 that nobody asked for',
    answer:
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\u0001',
    ends: 'close',
    status: 101,
    error: null,
  },

  // Status lines.
  {
    what: 'no reason',
    answer: 'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok',
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'an empty reason',
    answer: 'HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok',
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'a reason that is not ASCII',
    answer: `HTTP/1.1 200 Schön\r\nContent-Length: 2\r\n\r\nok`,
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'two spaces before the status',
    answer: 'HTTP/1.1  200 OK\r\nContent-Length: 2\r\n\r\nok',
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'HTTP/1.0',
    answer: 'HTTP/1.0 200 OK\r\n\r\nok',
    ends: 'close',
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'HTTP/1.0 that keeps the connection',
    answer: 'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok',
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'a 299',
    answer: 'HTTP/1.1 299 Odd\r\nContent-Length: 0\r\n\r\n',
    status: 299,
    error: null,
  },
  {
    what: 'a 999',
    answer: 'HTTP/1.1 999 Denied\r\nContent-Length: 0\r\n\r\n',
    status: 999,
    error: null,
  },
  {
    what: 'a status below 100',
    answer: 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n',
    ends: 'close',
    status: null,
    error: malformed,
  },
  {
    what: 'a status of four digits',
    answer: 'HTTP/1.1 2000 Odd\r\nContent-Length: 0\r\n\r\n',
    ends: 'close',
    status: null,
    error: malformed,
  },
  {
    what: 'a protocol that is not HTTP',
    answer: '220 smtp ready\r\n',
    ends: 'close',
    status: null,
    error: /^response\.malformed: .*"220 smtp ready"/,
  },
  {
    what: 'NUL where a status line is expected',
    answer: '\0\u0001\r\n',
    ends: 'close',
    status: null,
    error: /^response\.malformed: .*"\\u0000\\u0001"/,
  },
  {
    what: 'a body without a status line',
    answer: 'ok\r\n',
    ends: 'close',
    status: null,
    error: malformed,
  },
  {
    what: 'half a status line and a reset',
    answer: 'HTTP/1.1 20',
    ends: 'reset',
    status: null,
    error: lost,
  },
  {
    what: 'half a status line and an end',
    answer: 'HTTP/1.1 20',
    ends: 'close',
    status: null,
    error: lost,
  },
  {
    what: 'a status line without its end',
    answer: 'HTTP/1.1 200 OK',
    ends: 'close',
    status: null,
    error: lost,
  },
  {
    what: 'a reset behind the status line',
    answer: OK,
    ends: 'reset',
    status: 200,
    error: /^response\.incomplete: .*headers/,
  },
  {
    what: 'silence behind the status line',
    answer: OK,
    ends: 'wait',
    status: 200,
    error: /^response\.incomplete: .*headers/,
  },
  {
    what: 'a reset behind the status line of a refusal',
    answer: 'HTTP/1.1 503 Busy\r\n',
    ends: 'reset',
    status: 503,
    error: incomplete,
  },
  {
    what: 'nothing but an end',
    answer: '',
    ends: 'close',
    status: null,
    error: /^connection\.lost: .*closed/,
  },
  {
    what: 'nothing but a reset',
    answer: '',
    ends: 'reset',
    status: null,
    error: /^connection\.lost: .*reset/,
  },

  // Headers.
  {
    what: 'bare line feeds',
    answer: 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok',
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'an empty line before the status line',
    answer: `\r\n${two}`,
    ends: 'close',
    status: 200,
    error: null,
    body: 'ok',
    curl: 0,
  },
  {
    what: 'a folded header',
    answer: `${OK}X-Long: a\r\n b\r\nContent-Length: 2\r\n\r\nok`,
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'a space before a colon',
    answer: `${OK}Content-Length : 2\r\n\r\nok`,
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'a header without a colon',
    answer: `${OK}Nonsense\r\nContent-Length: 2\r\n\r\nok`,
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'a header without a name',
    answer: `${OK}: x\r\nContent-Length: 2\r\n\r\nok`,
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'NUL in a header',
    answer: `${OK}X-Nul: a\0b\r\nContent-Length: 2\r\n\r\nok`,
    ends: 'close',
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: '60 KiB of headers',
    answer: `${OK}${`X-Big: ${'a'.repeat(1_000)}\r\n`.repeat(60)}Content-Length: 2\r\n\r\nok`,
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: '10 MiB of headers',
    answer: `${OK}X-Big: ${'a'.repeat(10 * 1024 * 1024)}\r\n\r\n`,
    status: 200,
    error: /^response\.incomplete: .*64 KiB/,
  },
  {
    what: '10 MiB before a line end',
    answer: 'a'.repeat(10 * 1024 * 1024),
    status: null,
    error: malformed,
  },
  {
    what: 'an end within the headers',
    answer: `${OK}X-Half: a`,
    ends: 'close',
    status: 200,
    error: incomplete,
  },

  // Lengths.
  {
    what: 'no length and an end',
    answer: `${OK}\r\nok`,
    ends: 'close',
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'no length and a reset',
    answer: `${OK}\r\nok`,
    ends: 'reset',
    status: 200,
    error: incomplete,
    body: 'ok',
  },
  {
    what: 'no length and no end',
    answer: `${OK}\r\nok`,
    ends: 'wait',
    status: 200,
    error: /^response\.incomplete: .*without a length/,
    body: 'ok',
  },
  {
    what: 'a body that is cut',
    answer: `${OK}Content-Length: 100\r\n\r\nhello`,
    ends: 'close',
    status: 200,
    error: /^response\.incomplete: .*5 of 100/,
    body: 'hello',
  },
  {
    what: 'a body that is reset',
    answer: `${OK}Content-Length: 100\r\n\r\nhello`,
    ends: 'reset',
    status: 200,
    error: /^response\.incomplete: .*5 of 100/,
    body: 'hello',
  },
  {
    what: 'a body that stops',
    answer: `${OK}Content-Length: 100\r\n\r\nhello`,
    ends: 'wait',
    status: 200,
    error: /^response\.incomplete: .*5 of 100/,
    body: 'hello',
  },
  {
    what: 'a refusal whose body stops',
    answer: 'HTTP/1.1 500 No\r\nContent-Length: 100\r\n\r\nhello',
    ends: 'wait',
    status: 500,
    error: incomplete,
    body: 'hello',
  },
  {
    what: 'a body longer than its length',
    answer: `${OK}Content-Length: 2\r\n\r\nok and more`,
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'another response behind it',
    answer: `${two}HTTP/1.1 500 Poison\r\nContent-Length: 0\r\n\r\n`,
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'the same length twice',
    answer: `${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`,
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'two lengths',
    answer: `${OK}Content-Length: 2\r\nContent-Length: 4\r\n\r\nok`,
    ends: 'close',
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'a list of lengths',
    answer: `${OK}Content-Length: 2, 2\r\n\r\nok`,
    ends: 'close',
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'a length and chunks',
    answer: `${OK}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'a length that is no number',
    answer: `${OK}Content-Length: many\r\n\r\nok`,
    ends: 'close',
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'a negative length',
    answer: `${OK}Content-Length: -1\r\n\r\nok`,
    ends: 'close',
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'a length beyond all numbers',
    answer: `${OK}Content-Length: ${'9'.repeat(40)}\r\n\r\nok`,
    ends: 'close',
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'a body beyond what the log keeps',
    answer: `${OK}Content-Length: 10485760\r\n\r\n${'a'.repeat(10 * 1024 * 1024)}`,
    status: 200,
    error: null,
    body: 'a'.repeat(2_000),
  },

  // Chunks.
  {
    what: 'chunks',
    answer: `${OK}Transfer-Encoding: chunked\r\n\r\n1\r\no\r\n1\r\nk\r\n0\r\n\r\n`,
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'chunks with extensions and trailers',
    answer: `${OK}Transfer-Encoding: chunked\r\n\r\n2;a=b\r\nok\r\n0;c\r\nX-Sum: 1\r\n\r\n`,
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'chunks with bare line feeds',
    answer: `${OK}Transfer-Encoding: chunked\r\n\r\n2\nok\n0\n\n`,
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'chunks that are cut',
    answer: `${OK}Transfer-Encoding: chunked\r\n\r\n8\r\nok`,
    ends: 'close',
    status: 200,
    error: incomplete,
    body: 'ok',
  },
  {
    what: 'chunks without the last',
    answer: `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n`,
    ends: 'close',
    status: 200,
    error: incomplete,
    body: 'ok',
  },
  {
    what: 'a chunk without a size',
    answer: `${OK}Transfer-Encoding: chunked\r\n\r\nok\r\n`,
    status: 200,
    error: /^response\.incomplete: .*no size/,
    body: '',
  },
  {
    what: 'a chunk that is too large',
    answer: `${OK}Transfer-Encoding: chunked\r\n\r\nffffffffff\r\nok`,
    status: 200,
    error: incomplete,
  },
  {
    what: 'another transfer encoding',
    answer: `${OK}Transfer-Encoding: identity\r\n\r\nok`,
    ends: 'close',
    status: 200,
    error: null,
    body: 'ok',
  },

  // Statuses without a body that have one.
  {
    what: 'a 204 with a body',
    answer: 'HTTP/1.1 204 None\r\nContent-Length: 2\r\n\r\nok',
    status: 204,
    error: null,
    body: '',
  },
  {
    what: 'a 204 with a body and no length',
    answer: 'HTTP/1.1 204 None\r\n\r\nok',
    status: 204,
    error: null,
    body: '',
  },
  {
    what: 'a 205 with a body',
    answer: 'HTTP/1.1 205 Reset\r\nContent-Length: 2\r\n\r\nok',
    status: 205,
    error: null,
    body: 'ok',
  },
  {
    what: 'a 304 with a body',
    answer: 'HTTP/1.1 304 Same\r\nContent-Length: 2\r\n\r\nok',
    status: 304,
    error: null,
    body: '',
  },

  // Redirects.
  {
    what: 'a redirect',
    answer:
      'HTTP/1.1 301 Moved\r\nLocation: https://hooks.example/new?a=1\r\nContent-Length: 0\r\n\r\n',
    status: 301,
    error: /^redirect: .*https:\/\/hooks\.example\/new\?a=1$/,
  },
  {
    what: 'a relative redirect',
    answer: 'HTTP/1.1 308 Moved\r\nLocation: ../new/\r\nContent-Length: 0\r\n\r\n',
    status: 308,
    error: /^redirect: .*http:\/\/127\.0\.0\.1:\d+\/new\/$/,
  },
  {
    what: 'a redirect without a Location',
    answer: 'HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n',
    status: 302,
    error: /^redirect: .*no Location/,
  },
  {
    what: 'a redirect to nowhere',
    answer: 'HTTP/1.1 302 Found\r\nLocation: http://[\r\nContent-Length: 0\r\n\r\n',
    status: 302,
    error: /^redirect: .*"http:\/\/\["$/,
  },

  // Connections that are not what they say.
  {
    what: 'close, and no end',
    answer: `${OK}Connection: close\r\nContent-Length: 2\r\n\r\nok`,
    ends: 'wait',
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'keep-alive, and an end',
    answer: `${OK}Connection: keep-alive\r\nKeep-Alive: timeout=60\r\nContent-Length: 2\r\n\r\nok`,
    ends: 'close',
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'keep-alive, and a reset',
    answer: `${OK}Connection: keep-alive\r\nContent-Length: 2\r\n\r\nok`,
    ends: 'reset',
    status: 200,
    error: null,
    body: 'ok',
  },
  {
    what: 'keep-alive for no time',
    answer: `${OK}Keep-Alive: timeout=0\r\nContent-Length: 2\r\n\r\nok`,
    status: 200,
    error: null,
    body: 'ok',
  },

  // Compressed although nobody asked for it.
  { what: 'gzip', answer: encoded('gzip', gzipSync(text)), status: 200, error: null, body: text },
  {
    what: 'deflate',
    answer: encoded('deflate', deflateSync(text)),
    status: 200,
    error: null,
    body: text,
  },
  {
    what: 'deflate without its header',
    answer: encoded('deflate', deflateRawSync(text)),
    status: 200,
    error: null,
    body: text,
  },
  {
    what: 'br',
    answer: encoded('br', brotliCompressSync(text)),
    status: 200,
    error: null,
    body: text,
  },
  {
    what: 'zstd',
    answer: encoded('zstd', zstdCompressSync(text)),
    status: 200,
    error: null,
    body: text,
  },
  {
    what: 'gzip that becomes 64 MiB',
    answer: encoded('gzip', gzipSync(bomb)),
    status: 200,
    error: null,
    body: 'a'.repeat(2_000),
  },
  {
    what: 'br that becomes 64 MiB',
    answer: encoded('br', brotliCompressSync(bomb)),
    status: 200,
    error: null,
    body: 'a'.repeat(2_000),
  },
  {
    what: 'gzip that is cut',
    answer: `${OK}Content-Encoding: gzip\r\n\r\n`,
    ends: 'close',
    status: 200,
    error: null,
    body: '',
  },
  {
    what: 'gzip that is none',
    answer: encoded('gzip', Buffer.from('plain')),
    status: 200,
    error: null,
    body: '(5 bytes that cannot be read as Content-Encoding "gzip")',
  },
  {
    what: 'an unknown encoding',
    answer: encoded('rot13', Buffer.from('bx')),
    status: 200,
    error: null,
    body: '(2 bytes that cannot be read as Content-Encoding "rot13")',
  },

  // Charsets.
  {
    what: 'UTF-8',
    answer: ofType('text/plain; charset=utf-8', Buffer.from(text)),
    status: 200,
    error: null,
    body: text,
  },
  {
    what: 'no charset',
    answer: ofType('text/plain', Buffer.from(text)),
    status: 200,
    error: null,
    body: text,
  },
  {
    what: 'ISO-8859-1',
    answer: ofType('text/html; charset="ISO-8859-1"', Buffer.from('Gr\u00fc\u00dfe', 'latin1')),
    status: 200,
    error: null,
    body: 'Gr\u00fc\u00dfe',
  },
  {
    what: 'Shift_JIS',
    answer: ofType('text/plain;charset=Shift_JIS', Buffer.from('93fa967b8cea', 'hex')),
    status: 200,
    error: null,
    body: '日本語',
  },
  {
    what: 'UTF-16 with a mark',
    answer: ofType('text/plain', Buffer.from(`\uFEFF${text}`, 'utf16le')),
    status: 200,
    error: null,
    body: text,
  },
  {
    what: 'an unknown charset',
    answer: ofType('text/plain; charset=klingon', Buffer.from(text)),
    status: 200,
    error: null,
    body: text,
  },
  {
    what: 'bytes that are no text',
    answer: ofType('text/plain', Buffer.from([0x61, 0xff, 0x00, 0x62])),
    status: 200,
    error: null,
    body: 'a\uFFFD\uFFFDb',
  },
];
