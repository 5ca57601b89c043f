import createClient from 'openapi-fetch';
import type { components, paths } from '../generated/openapi-typescript.d.ts';

type Ticket = components['schemas']['Ticket'];

const [baseUrl = '', authUrl = '', id = '', secret = '', eventKey = ''] = process.argv.slice(2);
const token = createClient<paths>({ baseUrl: authUrl });
const issued = await token.POST('/oauth/token', {
  body: { grant_type: 'client_credentials' },
  headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
});
if (issued.data === undefined) throw new Error(issued.error.message);
const headers = { authorization: `Bearer ${issued.data.access_token}` };
const api = createClient<paths>({ baseUrl, headers });

/** The number of tickets, and those of every numbered page. */
async function listTickets() {
  const tickets: Ticket[] = [];
  let total = 0;
  let page = 1;
  for (let isLast = false; !isLast; page += 1) {
    const { data, error } = await api.GET('/integration/events/{eventKey}/tickets', {
      params: { path: { eventKey }, query: { page, per_page: 7 } },
    });
    if (data === undefined) throw new Error(error.message);
    if ('watermark' in data) throw new Error('expected a numbered page');
    total = data.data.total;
    tickets.push(...data.data.data);
    isLast = data.data.next_page_url === null;
  }
  return { total, tickets };
}

/** Every ticket that changed since, and the next watermark. */
async function walkTickets(since: string) {
  const tickets: Ticket[] = [];
  let position: { cursor?: string } = {};
  for (;;) {
    const { data, error } = await api.GET('/integration/events/{eventKey}/tickets', {
      params: { path: { eventKey }, query: { updated_since: since, per_page: 7, ...position } },
    });
    if (data === undefined) throw new Error(error.message);
    if (!('watermark' in data)) throw new Error('expected a sync');
    tickets.push(...data.data.data);
    const { next_cursor: cursor } = data.data;
    if (cursor === null) return { watermark: data.watermark, tickets };
    position = { cursor };
  }
}

async function checkIn(ticket: string): Promise<string> {
  const { data, error } = await api.POST('/integration/scans', {
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: { ticket },
  });
  if (data !== undefined) return data.reason;
  return 'allowed' in error ? error.reason : error.code;
}

const { total, tickets } = await listTickets();
const walked = await walkTickets('1970-01-01T00:00:00Z');
const ticket = tickets[0]?.reference ?? '';
console.log(
  JSON.stringify({
    total,
    listed: tickets.length,
    walked: walked.tickets.length,
    watermark: walked.watermark,
    checkIns: [await checkIn(ticket), await checkIn(ticket), await checkIn('nonsense')],
  }),
);
