import { describe, expect, it } from 'vitest';
import type { ScanRequest, StationRequest } from '../../../shared/station/commands.ts';
import type { StationMessage } from '../../../shared/station/messages.ts';
import { readyState } from '../../../test/support/door-script.ts';
import { pendingRequests } from './pending-requests.ts';
import type { TransportListener, StationTransport } from './station-transport.ts';
import { createStationClient, type PendingRequests } from './station-client.ts';

const scan = { kind: 'scan', code: 'tkt_x', symbology: null, source: 'keyboard' } as const;
const welcome: StationMessage = { kind: 'welcome', state: readyState(), recent: [] };

function setUp(left: readonly ScanRequest[] = [], kept?: PendingRequests) {
  const sent: StationRequest[] = [];
  const written: (readonly ScanRequest[])[] = [];
  const heard: string[] = [];
  let listener: TransportListener | undefined;
  const transport: StationTransport = {
    send: (request) => sent.push(request),
    open: (given) => {
      listener = given;
      return () => {};
    },
  };
  let ids = 0;
  const link = createStationClient({
    transport,
    kept: kept ?? { read: () => left, write: (requests) => written.push(requests) },
    newId: () => `id-${(ids += 1)}`,
    listener: {
      onMessage: ({ kind }) => heard.push(kind),
      onDown: () => heard.push('down'),
      onRefused: () => heard.push('refused'),
    },
  });
  return {
    link,
    sent,
    written,
    heard,
    receive: (message: unknown) => listener?.onMessage(message),
    goDown: () => listener?.onDown(),
    refuse: () => listener?.onRefused(),
  };
}

describe('a command', () => {
  it('waits for the station to welcome the screen', () => {
    const { link, sent, receive } = setUp();
    void link.ask(scan);
    expect(sent).toEqual([]);
    receive(welcome);
    expect(sent).toEqual([{ id: 'id-1', command: scan }]);
  });

  it('goes out at once while the station is there', () => {
    const { link, sent, receive } = setUp();
    receive(welcome);
    void link.ask(scan);
    expect(sent).toHaveLength(1);
  });

  it('without an answer is sent again under the same id after a loss, in order', () => {
    const { link, sent, receive, goDown } = setUp();
    receive(welcome);
    void link.ask(scan);
    goDown();
    void link.ask({ ...scan, code: 'tkt_y' });
    expect(sent).toHaveLength(1);
    receive(welcome);
    expect(sent.map(({ id }) => id)).toEqual(['id-1', 'id-1', 'id-2']);
  });

  it('with an answer is not sent again', async () => {
    const { link, sent, receive } = setUp();
    receive(welcome);
    const answer = link.ask(scan);
    receive({ kind: 'reply', id: 'id-1', result: { ok: true } });
    await expect(answer).resolves.toEqual({ ok: true });
    receive(welcome);
    expect(sent).toHaveLength(1);
  });

  it('left over from before a reload is sent again under its old id', () => {
    const { sent, receive } = setUp([{ id: 'old', command: scan }]);
    receive(welcome);
    expect(sent).toEqual([{ id: 'old', command: scan }]);
  });

  it('is kept until it is answered', () => {
    const { link, written, receive } = setUp();
    receive(welcome);
    void link.askKept(scan);
    expect(written.at(-1)).toHaveLength(1);
    receive({ kind: 'reply', id: 'id-1', result: { ok: true } });
    expect(written.at(-1)).toEqual([]);
  });
});

describe('a reply that breaks the contract', () => {
  const broken = { kind: 'reply', id: 'id-1', result: { ok: true, found: 'of a newer station' } };

  it('fails a command that reads, which would otherwise wait for ever', async () => {
    const { link, receive } = setUp();
    receive(welcome);
    const answer = link.ask({ kind: 'search_tickets', query: 'dub' });
    receive(broken);
    await expect(answer).resolves.toMatchObject({ ok: false, code: 'station.failed' });
  });

  it('leaves any other command waiting, because what it asked for may be in the journal', () => {
    const { link, written, sent, receive } = setUp();
    receive(welcome);
    void link.askKept(scan);
    void link.ask({ kind: 'check_in', ticket: 'tkt_y' });
    receive(broken);
    receive({ ...broken, id: 'id-2' });
    expect(written.at(-1)).toHaveLength(1);
    receive(welcome);
    expect(sent.map(({ id }) => id)).toEqual(['id-1', 'id-2', 'id-1', 'id-2']);
  });
});

it('what is no message at all is ignored', () => {
  const { receive, heard } = setUp();
  for (const raw of [null, 'welcome', { kind: 'reply' }, { kind: 'welcome' }]) receive(raw);
  expect(heard).toEqual([]);
});

it('a reply to nothing that was asked is ignored', () => {
  const { receive, heard } = setUp();
  receive({ kind: 'reply', id: 'stranger', result: { ok: true } });
  expect(heard).toEqual([]);
});

describe('what survives a reload', () => {
  it('is what was asked to be kept, and no other command', () => {
    const store = storage();
    const { link, receive } = setUp([], pendingRequests(store));
    receive(welcome);
    void link.askKept(scan);
    void link.ask({ kind: 'connect', server_url: 'https://a', client_id: 'c', client_secret: 's' });
    void link.ask({ ...scan, code: 'tkt_y' });
    expect(pendingRequests(store).read()).toEqual([{ id: 'id-1', command: scan }]);
    receive({ kind: 'reply', id: 'id-1', result: { ok: true } });
    expect(pendingRequests(store).read()).toEqual([]);
  });

  it('is nothing when what was stored is not what this page writes', () => {
    const store = storage();
    store.setItem('gatehouse.unanswered', '[{"id":1}]');
    expect(pendingRequests(store).read()).toEqual([]);
    store.setItem('gatehouse.unanswered', '{');
    expect(pendingRequests(store).read()).toEqual([]);
  });
});

function storage(): Storage {
  const entries = new Map<string, string>();
  return {
    length: 0,
    clear: () => entries.clear(),
    key: () => null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

describe('a page that is refused', () => {
  it('keeps its commands, and sends them under their ids once it is let in', () => {
    const { link, sent, heard, receive, refuse } = setUp();
    receive(welcome);
    refuse();
    void link.ask(scan);
    expect(sent).toEqual([]);
    expect(heard).toEqual(['welcome', 'refused']);
    receive(welcome);
    expect(sent).toEqual([{ id: 'id-1', command: scan }]);
  });
});
