import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { verifySignedCode } from '../../../shared/ticket-code/signed-code.ts';
import { describeCodeKeys } from '../../../src-server/domain/tickets/code-keys.ts';
import { cancelTicket, transferTicket } from '../../../src-server/domain/tickets/change-ticket.ts';
import { reissueTicket } from '../../../src-server/domain/tickets/reissue-ticket.ts';
import {
  makeClient,
  makeDoor,
  makeOrganiser,
  startTestServer,
  ticketsOf,
  type TestServer,
} from '../../support/test-server.ts';

/** Tickets as files: a PDF to print, and the QR code alone. */
let host: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let tickets: string[];

beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });
  host = await startTestServer();
  door = await makeDoor(host, 5);
  tickets = await ticketsOf(host, door.event);
});
afterAll(() => host[Symbol.asyncDispose]());

const files = ['ticket.pdf', 'qr.png', 'qr.svg'] as const;
type File = (typeof files)[number];

const addressOf = (ticket: string | undefined, file: File) =>
  `/integration/tickets/${ticket}/${file}`;

async function get(ticket: string | undefined, file: File): Promise<Buffer> {
  const answer = await door.client.get(addressOf(ticket, file));
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** The ticket of the signed code that a scanner reads from the file, and the number of its code. */
async function scanned(file: File, bytes: Buffer) {
  const picture =
    file === 'ticket.pdf'
      ? await sharp(Buffer.from(drawingIn(bytes)))
          .png()
          .toBuffer()
      : await sharp(bytes).png().toBuffer();
  const [read] = await readBarcodes(picture, { formats: ['QRCode'] });
  const keys = await host.database.read((tx) => describeCodeKeys(tx, door.organiser));
  const known = keys.map(({ public_key }) => public_key);
  const verified = await verifySignedCode(read?.text ?? '', known);
  return verified.kind === 'valid'
    ? { ticket: verified.ticket.ticket, issue: verified.ticket.issue }
    : verified.kind;
}

/** The lines that the page strokes as an SVG, eight pixels a unit. */
function drawingIn(pdf: Buffer): string {
  const strokes = streamsOf(pdf).flatMap((stream) => [...stream.matchAll(/^(\S+ \S+) ([ml])$/gm)]);
  const path = strokes.map(([, point, step]) => (step === 'm' ? `M${point}` : `L${point}`));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90" width="720" height="720"><rect width="90" height="90" fill="#fff"/><path d="${path.join('')}" stroke="#000" fill="none"/></svg>`;
}

/** The content of a PDF, without its fonts. */
function streamsOf(pdf: Buffer): readonly string[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/\/FlateDecode\n>>\nstream\n(.*?)\nendstream/gs)].map(([, data = '']) =>
    inflateSync(Buffer.from(data, 'latin1')).toString('latin1'),
  );
}

describe('a ticket as a file', () => {
  it.each([
    ['ticket.pdf', 'application/pdf', '.pdf'],
    ['qr.png', 'image/png', '-qr.png'],
    ['qr.svg', 'image/svg+xml', '-qr.svg'],
  ] as const)('%s is shown by a browser, and saved under its name', async (file, type, suffix) => {
    const { headers } = await door.client.get(addressOf(tickets[0], file));
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')).toBe(`inline; filename="${tickets[0]}${suffix}"`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(files)('%s holds the signed code, also once it was reissued', async (file) => {
    const [, ticket] = tickets;
    const first = await scanned(file, await get(ticket, file));
    expect(first).toMatchObject({ ticket });
    await host.database.write((tx) => reissueTicket(tx, ticket ?? ''));
    const second = await scanned(file, await get(ticket, file));
    expect(second).toMatchObject({ ticket });
    expect(second).not.toEqual(first);
  });

  it.each(files)('%s is the same to the byte until its ticket changes', async (file) => {
    const [, , ticket] = tickets;
    const answer = await door.client.get(addressOf(ticket, file));
    const tag = answer.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    const headers = { 'if-none-match': tag };
    const again = await door.client.call(addressOf(ticket, file), { headers });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    await host.database.write((tx) => reissueTicket(tx, ticket ?? ''));
    const changed = await door.client.call(addressOf(ticket, file), { headers });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(tag);
  });

  it('is one page of A6 that names its event', async () => {
    const pdf = (await get(tickets[0], 'ticket.pdf')).toString('latin1');
    expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(1);
    expect(pdf).toContain('/MediaBox [0 0 297.64 419.53]');
    expect(pdf).toContain('(Ticket: Event gala)');
  });

  it.each(files)('%s needs the scope of a read', async (file) => {
    const other = await makeClient(host, door.organiser, {
      scopes: ['orders:write', 'scanner:sync'],
    });
    expect((await other.get(addressOf(tickets[0], file))).status).toBe(403);
    const stranger = await makeClient(host, await makeOrganiser(host));
    expect((await stranger.get(addressOf(tickets[0], file))).status).toBe(404);
  });

  it.each(files)('%s does not exist of a ticket that admits nobody', async (file) => {
    const [, , , cancelled] = tickets;
    const [, , , , transferred] = tickets;
    await host.database.write(async (tx) => {
      if (file !== files[0]) return;
      const email = 'new@example.org';
      await cancelTicket(tx, cancelled ?? '');
      await transferTicket(tx, transferred ?? '', { email, first_name: null, last_name: null });
    });
    const refused = await door.client.get(addressOf(cancelled, file));
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      code: 'validation.failed',
      message: `The ticket ${cancelled} is cancelled.`,
    });
    expect((await door.client.get(addressOf(transferred, file))).status).toBe(404);
  });
});
