import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

const Made = Type.Object({ reference: Type.String() });
const Ticket = Type.Object({ reference: Type.String(), code: Type.String() });
const Sale = Type.Object({ tickets: Type.Array(Made, { minItems: 1 }) });
const Enrolled = Type.Object({ enrolment_code: Type.String() });
const Invited = Type.Object({ link: Type.String() });
const Client = Type.Object({ client_id: Type.String(), client_secret: Type.String() });

/** Commands of an organiser on the server's computer while the server runs. */
export interface OrganiserCommands {
  /** Any of them; returns what it printed. */
  readonly run: (args: readonly string[]) => Promise<string>;
  readonly makeOrganiser: (name: string) => Promise<string>;
  readonly makeEvent: (organiser: string, name: string) => Promise<string>;
  readonly makeClient: (
    organiser: string,
    scopes: string,
  ) => Promise<{ readonly client_id: string; readonly client_secret: string }>;
  readonly setScopes: (client: string, scopes: string) => Promise<void>;
  /** Sells one ticket of a new type and returns it with its signed code. */
  readonly sellTicket: (event: string) => Promise<Static<typeof Ticket>>;
  readonly setEvents: (client: string, events: string) => Promise<void>;
  /** Makes somebody an owner, and returns the link that lets them in. */
  readonly inviteOwner: (organiser: string, email: string) => Promise<string>;
  /** Creates an organiser, an event with one entry point, and a station there; returns its enrolment code. */
  readonly enrolStation: (organiser: string, event: string, place: string) => Promise<string>;
}

/** Runs `gatehouse` on the data folder of a server. */
export function organiserCommands(data: string): OrganiserCommands {
  const gatehouse = async (args: readonly string[]) => {
    const all = ['bin/gatehouse.js', ...args, '--data', data, '--json'];
    const { stdout } = await run(process.execPath, all, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  };
  const make = async <T extends TSchema>(shape: T, args: readonly string[]): Promise<Static<T>> =>
    Value.Parse(shape, JSON.parse(await gatehouse(args)));
  const makeOrganiser = async (name: string) =>
    (await make(Made, ['organiser', 'create', '--name', name])).reference;
  const makeEvent = async (organiser: string, name: string) => {
    const slug = name.toLowerCase().replaceAll(' ', '-');
    const of = ['--organiser', organiser, '--name', name, '--slug', slug];
    const rest = ['--timezone', 'Europe/Berlin', '--currency', 'EUR', '--status', 'published'];
    return (await make(Made, ['event', 'create', ...of, ...rest])).reference;
  };
  return {
    run: gatehouse,
    makeOrganiser,
    makeEvent,
    makeClient: (organiser, scopes) => {
      const of = ['--organiser', organiser, '--name', 'Door', '--scopes', scopes];
      return make(Client, ['client', 'create', ...of]);
    },
    setScopes: async (client, scopes) => {
      await gatehouse(['client', 'scopes', client, scopes]);
    },
    sellTicket: async (event) => {
      const type = ['ticket-type', 'create', '--event', event, '--name', 'Late', '--price', '0'];
      const { reference } = await make(Made, type);
      const order = ['order', 'create', '--event', event, '--ticket-type', reference];
      const sold = (await make(Sale, order)).tickets[0]?.reference;
      const rows = (await gatehouse(['export', 'tickets', '--event', event])).trim().split('\n');
      const row = rows.find((text) => sold !== undefined && text.includes(sold)) ?? '';
      return Value.Parse(Ticket, JSON.parse(row));
    },
    inviteOwner: async (organiser, email) => {
      const member = ['--organiser', organiser, '--email', email, '--role', 'owner'];
      return (await make(Invited, ['member', 'invite', ...member])).link;
    },
    enrolStation: async (name, eventName, place) => {
      const organiser = await makeOrganiser(name);
      const event = await makeEvent(organiser, eventName);
      const location = ['location', 'create', '--event', event, '--name', place];
      const { reference } = await make(Made, location);
      const of = ['--organiser', organiser, '--name', place, '--location', reference];
      return (await make(Enrolled, ['station', 'enrol', ...of])).enrolment_code;
    },
    setEvents: async (client, events) => {
      await gatehouse(['client', 'events', client, events]);
    },
  };
}
