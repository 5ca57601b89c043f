import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';

/** The answer for a name: all its addresses, null for no such name, an error of the name server, `silent` for no answer. */
export type DnsAnswer = readonly string[] | null | 'servfail' | 'refused' | 'silent';

/** Response codes of RFC 1035, with the bit of an answer. */
const FLAGS = { found: 0x8180, missing: 0x8183, servfail: 0x8182, refused: 0x8185 } as const;

export interface DnsStub {
  /** `address:port`, in the form of resolvers. */
  readonly server: string;
  /** Names queried so far, one entry per query. */
  readonly questions: readonly string[];
  readonly close: () => void;
}

const TYPE_A = 1;
const TYPE_AAAA = 28;
const HEADER_BYTES = 12;

/** A name server on loopback whose answers may change with every query. */
export async function openDnsStub(
  answerTo: (name: string, type: 'A' | 'AAAA') => DnsAnswer,
): Promise<DnsStub> {
  const socket = createSocket('udp4');
  const questions: string[] = [];
  socket.on('message', (query, peer) => {
    const { name, end } = readName(query);
    const type = query.readUInt16BE(end);
    questions.push(name);
    const answer = answerTo(name, type === TYPE_AAAA ? 'AAAA' : 'A');
    if (answer !== 'silent')
      socket.send(reply(query, { end: end + 4, type, answer }), peer.port, peer.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { server: `127.0.0.1:${socket.address().port}`, questions, close: () => socket.close() };
}

function readName(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function reply(
  query: Buffer,
  {
    end,
    type,
    answer,
  }: Readonly<{ end: number; type: number; answer: Exclude<DnsAnswer, 'silent'> }>,
): Buffer {
  const family = type === TYPE_A ? 4 : type === TYPE_AAAA ? 6 : 0;
  const error = typeof answer === 'string' ? answer : answer === null ? 'missing' : 'found';
  const addresses = typeof answer === 'string' ? [] : (answer ?? []);
  const records = addresses.filter((address) => isIP(address) === family).map(recordOf);
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(FLAGS[error], 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...records]);
}

/** A resource record that points at the question's name, with a time to live of 0. */
function recordOf(address: string): Buffer {
  const data = bytesOf(address);
  const record = Buffer.from([
    0xc0,
    HEADER_BYTES,
    0,
    data.length === 4 ? TYPE_A : TYPE_AAAA,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    data.length,
  ]);
  return Buffer.concat([record, data]);
}

function bytesOf(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const middle = address.includes('::')
    ? Array.from({ length: 8 - left.length - right.length }, () => '0')
    : [];
  const groups = [...left, ...middle, ...right].map((group) => Number.parseInt(group, 16));
  return Buffer.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}
