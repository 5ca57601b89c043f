import { describe, expect, it } from 'vitest';
import type { ScanRequest, StationRequest } from '../../shared/station/commands.ts';
import type { StationMessage } from '../../shared/station/messages.ts';
import { readyState } from '../../test/support/door-script.ts';
import { keptRequests } from './kept-requests.ts';
import type { CarrierListener, StationCarrier } from './station-carrier.ts';
import { createStationLink, type KeptRequests } from './station-link.ts';

const scan = { kind: 'scan', code: 'tkt_x', symbology: null, source: 'keyboard' } as const;
const welcome: StationMessage = { kind: 'welcome', state: readyState(), recent: [] };

function setUp(left: readonly ScanRequest[] = [], kept?: KeptRequests) {
  const sent: StationRequest[] = [];
  const written: (readonly ScanRequest[])[] = [];
  const heard: string[] = [];
  let listener: CarrierListener | undefined;
  const carrier: StationCarrier = {
    send: (request) => sent.push(request),
    open: (given) => {
      listener = given;
      return () => {};
    },
  };
  let ids = 0;
  const link = createStationLink({
    carrier,
    kept: kept ?? { read: () => left, write: (requests) => written.push(requests) },
    mintId: () => `id-${(ids += 1)}`,
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
    hear: (message: StationMessage) => listener?.onMessage(message),
    goDown: () => listener?.onDown(),
    refuse: () => listener?.onRefused(),
  };
}

describe('a command', () => {
  it('waits for the station to welcome the screen', () => {
    const { link, sent, hear } = setUp();
    void link.ask(scan);
    expect(sent).toEqual([]);
    hear(welcome);
    expect(sent).toEqual([{ id: 'id-1', command: scan }]);
  });

  it('goes out at once while the station is there', () => {
    const { link, sent, hear } = setUp();
    hear(welcome);
    void link.ask(scan);
    expect(sent).toHaveLength(1);
  });

  it('without an answer is sent again under the same id after a loss, in order', () => {
    const { link, sent, hear, goDown } = setUp();
    hear(welcome);
    void link.ask(scan);
    goDown();
    void link.ask({ ...scan, code: 'tkt_y' });
    expect(sent).toHaveLength(1);
    hear(welcome);
    expect(sent.map(({ id }) => id)).toEqual(['id-1', 'id-1', 'id-2']);
  });

  it('with an answer is not sent again', async () => {
    const { link, sent, hear } = setUp();
    hear(welcome);
    const answer = link.ask(scan);
    hear({ kind: 'reply', id: 'id-1', result: { ok: true } });
    await expect(answer).resolves.toEqual({ ok: true });
    hear(welcome);
    expect(sent).toHaveLength(1);
  });

  it('left over from before a reload is sent again under its old id', () => {
    const { sent, hear } = setUp([{ id: 'old', command: scan }]);
    hear(welcome);
    expect(sent).toEqual([{ id: 'old', command: scan }]);
  });

  it('is kept until it is answered', () => {
    const { link, written, hear } = setUp();
    hear(welcome);
    void link.askKept(scan);
    expect(written.at(-1)).toHaveLength(1);
    hear({ kind: 'reply', id: 'id-1', result: { ok: true } });
    expect(written.at(-1)).toEqual([]);
  });
});

it('a reply to nothing that was asked is ignored', () => {
  const { hear, heard } = setUp();
  hear({ kind: 'reply', id: 'stranger', result: { ok: true } });
  expect(heard).toEqual([]);
});

describe('what survives a reload', () => {
  it('is what was asked to be kept, and no other command', () => {
    const store = storage();
    const { link, hear } = setUp([], keptRequests(store));
    hear(welcome);
    void link.askKept(scan);
    void link.ask({ kind: 'connect', server_url: 'https://a', client_id: 'c', client_secret: 's' });
    void link.ask({ ...scan, code: 'tkt_y' });
    expect(keptRequests(store).read()).toEqual([{ id: 'id-1', command: scan }]);
    hear({ kind: 'reply', id: 'id-1', result: { ok: true } });
    expect(keptRequests(store).read()).toEqual([]);
  });

  it('is nothing when what was stored is not what this page writes', () => {
    const store = storage();
    store.setItem('gatehouse.unanswered', '[{"id":1}]');
    expect(keptRequests(store).read()).toEqual([]);
    store.setItem('gatehouse.unanswered', '{');
    expect(keptRequests(store).read()).toEqual([]);
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
    const { link, sent, heard, hear, refuse } = setUp();
    hear(welcome);
    refuse();
    void link.ask(scan);
    expect(sent).toEqual([]);
    expect(heard).toEqual(['welcome', 'refused']);
    hear(welcome);
    expect(sent).toEqual([{ id: 'id-1', command: scan }]);
  });
});
