import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { openDatabase } from '../../src-server/open-database.ts';
import { createConsoleSubscription } from '../../src-server/webhooks/management/webhook-subscriptions.ts';
import { Demo } from '../support/e2e/demo.ts';
import { startGatehouse, type StartedProcess } from './start-process.ts';
import { openReceivers, type Receivers } from './webhook-receivers.ts';

const Ready = Type.Object({ base_url: Type.String(), demo: Demo });
const Token = Type.Object({ access_token: Type.String() });
const Page = Type.Object({
  data: Type.Object({
    data: Type.Array(Type.Object({ reference: Type.String() })),
    next_page_url: Type.Union([Type.String(), Type.Null()]),
  }),
});
/** Of the demo's tickets, as many are the first event's. */
const SHARE = 0.8;

/** The companion server in a process of its own, with an event of about so many tickets, and a receiver of `ticket.scanned`. */
export interface BenchServer {
  readonly process: StartedProcess;
  /** The first arguments of the programs: address, client and event. */
  readonly access: readonly string[];
  readonly tickets: readonly string[];
  /** Of `ticket.scanned`, one delivery a scan. */
  readonly receivers: Receivers;
  readonly close: () => Promise<void>;
}

export async function openBenchServer(data: string, tickets: number): Promise<BenchServer> {
  const flags = ['--port', '0', '--rate-limit', '0', '--webhook-allow', '127.0.0.1/32', '--json'];
  const demo = ['--data', data, '--demo', String(Math.round(tickets / SHARE))];
  const started = await startGatehouse(['serve', ...flags, ...demo]);
  const { base_url: baseUrl, demo: made } = Value.Parse(Ready, started.ready);
  const { origin } = new URL(baseUrl);
  const event = made.events[0]?.reference ?? '';
  const receivers = await subscribe(data, made.organiser);
  const { client_id: id, client_secret: secret } = made.station;
  return {
    process: started,
    access: [origin, id, secret, event],
    tickets: await listTickets(origin, made.station, event),
    receivers,
    close: async () => {
      await started.stop();
      await receivers.close();
    },
  };
}

async function subscribe(dataDir: string, organiser: string): Promise<Receivers> {
  const receivers = await openReceivers(1);
  const database = await openDatabase({ dataDir });
  try {
    const endpoint = { url: receivers.urls[0] ?? '' };
    const input = { endpoint, events: ['ticket.scanned'], event: null };
    await database.write((tx) => createConsoleSubscription(tx, organiser, input));
  } finally {
    await database.close();
  }
  return receivers;
}

async function listTickets(
  origin: string,
  client: Static<typeof Demo>['station'],
  event: string,
): Promise<readonly string[]> {
  const form = { grant_type: 'client_credentials', ...client };
  const response = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const { access_token: token } = Value.Parse(Token, await response.json());
  const headers = { authorization: `Bearer ${token}` };
  const tickets: string[] = [];
  let url: string | null = `${origin}/v1/integration/events/${event}/tickets?per_page=100`;
  while (url !== null) {
    const page: Static<typeof Page> = await readPage(url, headers);
    tickets.push(...page.data.data.map(({ reference }) => reference));
    url = page.data.next_page_url;
  }
  return tickets;
}

async function readPage(url: string, headers: Readonly<Record<string, string>>) {
  const answer = await fetch(url, { headers });
  return Value.Parse(Page, await answer.json());
}
