import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import {
  addOn,
  guests,
  isIn,
  orderNumber,
  runBoxOffice,
  summary,
} from '../support/box-office-script.ts';
import { kinds, outcome, readyState, ticketNumber } from '../support/door-script.ts';
import { locales } from '../../shared/languages.ts';
import { catalogue } from '../../src-renderer/station/i18n/languages.ts';
import { findCuts } from '../support/e2e/find-cuts.ts';
import { doorTest, roundTrip, verdictOf } from '../support/e2e/scripted-door.ts';
import { violations } from '../support/e2e/violations.ts';
import type { ScriptedDoor } from '../support/e2e/scripted-door.ts';
import type { CommandResult } from '../../shared/station/results.ts';
import type { BoxOfficeScript } from '../support/box-office-script.ts';

interface Fixtures {
  readonly enter: (
    script?: Partial<BoxOfficeScript>,
  ) => Promise<ScriptedDoor & { readonly office: BoxOfficeScript }>;
}

interface Held {
  isHolding: boolean;
  readonly states: (() => void)[];
  readonly pauses: (() => void)[];
}

/** Opens the page in the box office. */
const test = doorTest.extend<Fixtures>({
  enter: async ({ page, open }, provide) => {
    await provide(async (script) => {
      const door = await open();
      const office = runBoxOffice(door.station, script);
      await page.keyboard.press('Control+2');
      await expect(fieldOf(page)).toBeFocused();
      return { ...door, office };
    });
  },
});

const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Find a ticket' });
const hitsOf = (page: Page) => page.getByRole('listbox', { name: 'Tickets found' });
const orderOf = (page: Page) => page.getByRole('region', { name: 'Order' });
const cardOf = (page: Page, number: number) =>
  orderOf(page).locator(`[data-ticket="${ticketNumber(number)}"]`);
const lineOf = (page: Page, name: string) =>
  orderOf(page).getByRole('listitem').filter({ hasText: name });

test('what changes while an earlier change is being shown is searched for, too', async ({
  page,
  enter,
}) => {
  // From then on the test says when a state is taken, and when the pauses between two searches end.
  await page.addInitScript(() => {
    const held: Held = { isHolding: false, states: [], pauses: [] };
    Object.assign(globalThis, { held });
    // oxlint-disable-next-line typescript/unbound-method -- it is applied to its socket
    const { addEventListener: listen } = WebSocket.prototype;
    Reflect.set(
      WebSocket.prototype,
      'addEventListener',
      function (this: WebSocket, kind: string, listener: (event: Event) => void) {
        Reflect.apply(listen, this, [
          kind,
          (event: Event) => {
            const isState =
              event instanceof MessageEvent && String(event.data).startsWith('{"kind":"state"');
            if (held.isHolding && isState) held.states.push(() => listener(event));
            else listener(event);
          },
        ]);
      },
    );
    const later = setTimeout;
    Reflect.set(globalThis, 'setTimeout', (end: () => void, wait: number) =>
      held.isHolding && wait === 300 ? held.pauses.push(end) : later(end, wait),
    );
  });
  const { station } = await enter();
  await fieldOf(page).pressSequentially('dubo', { delay: 120 });
  await expect(hitsOf(page).getByRole('option')).toHaveCount(4);
  const held = await page.evaluateHandle<Held>('held');
  const heldBack = (what: 'states' | 'pauses') =>
    expect.poll(() => held.evaluate((now, kind) => now[kind].length, what));
  const asked = (kind: string) =>
    station.requests.filter(({ command }) => command.kind === kind).length;
  const before = { searches: asked('search_tickets'), orders: asked('read_order') };

  await held.evaluate((now) => {
    now.isHolding = true;
  });
  station.setState({});
  await heldBack('states').toBe(1);
  await held.evaluate((now) => now.states.shift()?.());
  await heldBack('pauses').toBe(2);
  station.setState({});
  await heldBack('states').toBe(1);
  // Both within one turn of the page.
  await held.evaluate((now) => {
    for (const end of now.pauses.splice(0)) end();
    now.states.shift()?.();
  });
  await heldBack('pauses').toBe(2);
  await held.evaluate((now) => {
    for (const end of now.pauses.splice(0)) end();
  });
  await expect.poll(() => asked('search_tickets') - before.searches).toBe(2);
  await expect.poll(() => asked('read_order') - before.orders).toBe(2);
});

test('a search lists, marks and counts its matches and describes the state of each ticket', async ({
  page,
  enter,
}) => {
  const { station } = await enter();
  await expect(page.getByText('Who is it?')).toBeVisible();
  await fieldOf(page).pressSequentially('dubo', { delay: 120 });
  const hits = hitsOf(page).getByRole('option');
  await expect(hits).toHaveCount(4);
  await expect(page.getByText('4 of 1,980')).toBeVisible();
  await expect(hits.first().locator('mark')).toHaveText(['Dubo']);
  await expect(hits.nth(0)).toContainText('Not inside');
  await expect(hits.nth(2)).toContainText('Zoé Dubois');
  await expect(hits.nth(2)).toContainText(/In$/);
  const asked = station.requests.flatMap(({ command }) =>
    command.kind === 'search_tickets' ? [command.query] : [],
  );
  expect(asked.at(-1)).toBe('dubo');
});

test('checking in a whole order stops where the house is full, for a supervisor', async ({
  page,
  enter,
}) => {
  const { station } = await enter();
  await fieldOf(page).fill('dubo');
  await hitsOf(page).getByRole('option').first().click();
  const { answer } = station;
  const held = outcome(0, { ...kinds.admitted, kind: 'held', reason: null, note: 'full' });
  station.answer = (request) =>
    request.command.kind === 'check_in' ? { ok: true, outcomes: [held] } : answer(request);
  await page.getByRole('button', { name: /Admit all/ }).click();
  await expect(page.getByRole('dialog', { name: 'Admit anyway' })).toBeVisible();
  const asked = station.requests.filter(({ command }) => command.kind === 'check_in');
  expect(asked).toHaveLength(1);
});

test('a ticket says what is shown at the door, and of who is in the label is printed again and the check-in undone', async ({
  page,
  enter,
}) => {
  const answers = [{ label: 'Diet?', text: 'Vegan' }];
  const said = { flags: ['vip', 'check_id'], door_note: 'Knows the way', answers };
  const { station } = await enter({ tickets: [summary(1, said), summary(2)] });
  station.setState({ label: { size: '62x29', printer: null } });
  await page.evaluate(() => {
    const jobs: string[] = [];
    Object.assign(window, {
      jobs,
      print: () => {
        jobs.push(document.querySelector('[data-shape]')?.textContent ?? '');
        dispatchEvent(new Event('afterprint'));
      },
    });
  });
  await fieldOf(page).fill('amelie');
  const card = cardOf(page, 1);
  for (const text of ['VIP', 'Check ID', 'Knows the way', 'Diet? Vegan'])
    await expect(card).toContainText(text);
  const jobs = () => page.evaluate((): readonly string[] => Reflect.get(window, 'jobs'));
  await card.getByRole('button', { name: /^Check in/ }).click();
  const print = card.getByRole('button', { name: 'Print label' });
  await print.click();
  await expect.poll(async () => (await jobs()).length).toBeGreaterThan(0);
  expect((await jobs()).at(-1)).toContain('Amélie Dubois');
  expect((await print.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await card.getByRole('button', { name: 'Undo: Amélie Dubois' }).press('Enter');
  await expect
    .poll(() => station.requests.map(({ command }) => command).at(-1))
    .toMatchObject({ kind: 'undo' });
});

test(
  'a match in an email or an order is shown where it is',
  { tag: '@long' },
  async ({ page, enter }) => {
    await enter();
    await fieldOf(page).fill('ola@');
    await expect(hitsOf(page).locator('mark')).toHaveText(['Ola', 'ola']);
    await fieldOf(page).fill('7kq05');
    await expect(hitsOf(page).getByRole('option')).toHaveCount(1);
    await expect(hitsOf(page)).toContainText('Order …zzz7kq05');
    await expect(hitsOf(page).locator('mark')).toHaveText(['7kq05']);
  },
);

test('two guests with the same name can be told apart, selected with the arrow keys and opened with Enter', async ({
  page,
  enter,
}) => {
  await enter();
  await fieldOf(page).fill('amelie');
  const hits = hitsOf(page).getByRole('option', { name: 'Amélie Dubois' });
  await expect(hits).toHaveCount(2);
  await expect(hits.nth(0)).toContainText('Row C 14');
  await expect(hits.nth(1)).toContainText('Standing');
  await expect(orderOf(page)).toContainText(/3 tickets.?paid/);
  await page.keyboard.press('ArrowDown');
  await expect(hits.nth(1)).toHaveAttribute('aria-selected', 'true');
  const active = await hits.nth(1).getAttribute('id');
  await expect(fieldOf(page)).toHaveAttribute('aria-activedescendant', active ?? '');
  await expect(orderOf(page)).toContainText('1 ticket');
  await page.keyboard.press('ArrowUp');
  await expect(orderOf(page)).toContainText('3 tickets');
  await page.keyboard.press('ArrowDown');
  await expect(cardOf(page, 4)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(cardOf(page, 4).getByRole('button', { name: /^Check in/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(fieldOf(page)).toBeFocused();
  expect(await page.evaluate(() => String(getSelection()))).toBe('amelie');
});

test('while a search is under way only the newest text waits its turn, and its answer is shown last', async ({
  page,
  enter,
}) => {
  const { station } = await enter();
  const { answer } = station;
  const held: { readonly id: string; readonly query: string }[] = [];
  station.answer = (request) => {
    if (request.command.kind !== 'search_tickets') return answer(request);
    held.push({ id: request.id, query: request.command.query });
    return null;
  };
  const reply = (query: string, number: number, holder: string) => {
    const id = held.find((one) => one.query === query)?.id ?? '';
    const found = { tickets: [summary(number, { holder })], more: false, complete: true };
    station.send({ kind: 'reply', id, result: { ok: true, found } });
  };
  const searches = () => held.map(({ query }) => query);
  await fieldOf(page).fill('du');
  await expect.poll(searches).toEqual(['du']);
  await fieldOf(page).fill('dub');
  await fieldOf(page).fill('dubi');
  await roundTrip(page);
  expect(searches()).toEqual(['du']);
  reply('du', 6, 'Jean Dubuffet');
  await expect(hitsOf(page).getByRole('option')).toHaveText([/Jean Dubuffet/]);
  await expect.poll(searches).toEqual(['du', 'dubi']);
  reply('dubi', 5, 'Ola Dubinski');
  await expect(hitsOf(page).getByRole('option')).toHaveText([/Ola Dubinski/]);
  await roundTrip(page);
  expect(searches()).toEqual(['du', 'dubi']);
});

test(
  'a result that is pressed before the text is answered opens its own order, and no other one takes its place',
  { tag: '@long' },
  async ({ page, enter }) => {
    const { station } = await enter();
    await fieldOf(page).fill('dub');
    const pressed = hitsOf(page).getByRole('option').filter({ hasText: 'Ola Dubinski' });
    await expect(pressed).toBeVisible();
    const { answer } = station;
    let held: string | null = null;
    station.answer = (request) => {
      if (request.command.kind !== 'search_tickets') return answer(request);
      held = request.id;
      return null;
    };
    await fieldOf(page).fill('dubo');
    await expect.poll(() => held).not.toBeNull();
    await pressed.click();
    await expect(pressed).toHaveAttribute('aria-selected', 'true');
    await expect(orderOf(page)).toContainText('Ola Dubinski');
    const found = { tickets: [summary(1)], more: false, complete: true };
    station.send({ kind: 'reply', id: held ?? '', result: { ok: true, found } });
    await expect(hitsOf(page).getByRole('option')).toHaveCount(1);
    await expect(orderOf(page).locator('[data-ticket]')).toHaveCount(0);
    await expect(fieldOf(page)).toBeFocused();
  },
);

test(
  'an open order stays, with its focus, while its ticket is being indexed anew',
  { tag: '@long' },
  async ({ page, enter }) => {
    const { station } = await enter();
    await fieldOf(page).fill('dub');
    await hitsOf(page).getByRole('option').filter({ hasText: 'Ola Dubinski' }).click();
    await expect(orderOf(page)).toContainText('Ola Dubinski');
    await expect(fieldOf(page)).not.toBeFocused();
    const { answer } = station;
    let searches = 0;
    station.answer = (request) => {
      if (request.command.kind !== 'search_tickets') return answer(request);
      searches += 1;
      return { ok: true, found: { tickets: [summary(1)], more: false, complete: false } };
    };
    station.outcome(outcome(128, { ticket: ticketNumber(128) }));
    await expect(hitsOf(page).getByRole('option')).toHaveCount(1);
    await expect.poll(() => searches).toBeGreaterThan(1);
    await expect(orderOf(page)).toContainText('Ola Dubinski');
    await expect(fieldOf(page)).not.toBeFocused();
  },
);

test(
  'the results of one event are not shown at the next',
  { tag: '@long' },
  async ({ page, enter }) => {
    const { station } = await enter();
    await fieldOf(page).fill('dub');
    await expect(hitsOf(page).getByRole('option')).not.toHaveCount(0);
    const { event } = readyState();
    if (event === null) throw new Error('expected an event');
    station.answer = () => null;
    station.setState({ event: { ...event, reference: 'evt_01hzzzzzzzzzzzzzzzzzzzzz99' } });
    await expect(fieldOf(page)).toHaveValue('');
    await fieldOf(page).fill('d');
    await expect(fieldOf(page)).toHaveValue('d');
    await expect(hitsOf(page).getByRole('option')).toHaveCount(0);
  },
);

test(
  'the list says when nothing was found, when there are more matches and when the search failed',
  { tag: '@long' },
  async ({ page, enter }) => {
    const { office } = await enter();
    await fieldOf(page).fill('nobody');
    await expect(page.getByText('Nothing found for “nobody”')).toBeVisible();
    office.more = true;
    await fieldOf(page).fill('dub');
    await expect(page.getByText('8+ of 1,980')).toBeVisible();
    await expect(page.getByText('Showing the first 8.')).toBeVisible();
    const unread = { ok: false, code: 'search.unread', message: 'x' } as const;
    office.refuse = { search_tickets: unread };
    await fieldOf(page).fill('dubois');
    await expect(page.getByText('The tickets cannot be read')).toBeVisible();
    office.refuse = {};
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(hitsOf(page).getByRole('option')).toHaveCount(4);
  },
);

test('a search while tickets are still being indexed completes by itself', async ({
  page,
  enter,
}) => {
  const { office } = await enter({ complete: false, tickets: [] });
  await fieldOf(page).fill('dubinski');
  await expect(page.getByText('New tickets are still being indexed.')).toBeVisible();
  office.tickets = guests();
  office.complete = true;
  await expect(hitsOf(page).getByRole('option')).toHaveCount(1);
  await expect(page.getByText('New tickets are still being indexed.')).toHaveCount(0);
});

test(
  'during the first import the box office says so, and shows no total',
  { tag: '@long' },
  async ({ page, enter }) => {
    const { station } = await enter();
    station.setState({ phase: { kind: 'importing', applied: 1_000, total: 40_000 } });
    await expect(page.getByText('Tickets are still loading')).toBeVisible();
    await fieldOf(page).fill('dubinski');
    await expect(page.getByText('1 found')).toBeVisible();
    station.setState({ phase: { kind: 'ready' } });
    await expect(page.getByText('1 of 1,980')).toBeVisible();
  },
);

test('Enter twice checks the guest in, and a second check-in says when and where the first was', async ({
  page,
  enter,
}) => {
  const { station } = await enter();
  await fieldOf(page).fill('theo');
  await expect(cardOf(page, 2)).toContainText('Not inside');
  await page.keyboard.press('Enter');
  await expect(cardOf(page, 2).getByRole('button', { name: /^Check in/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(verdictOf(page)).toHaveAttribute('data-reason', 'scanning.allowed');
  await expect(verdictOf(page)).toHaveAttribute('data-ticket', ticketNumber(2));
  // What the strip says, and no warning: nobody has used the ticket before.
  await expect(cardOf(page, 2)).toContainText('Checked in just now');
  await expect(cardOf(page, 2)).not.toContainText('Do not');
  await expect(cardOf(page, 2).getByRole('button')).toHaveText(['Undo']);
  // The focused button has disappeared, so its ticket has the focus.
  await expect(cardOf(page, 2)).toBeFocused();
  await expect(hitsOf(page).getByRole('option')).toContainText([/In$/]);
  expect(station.requests.filter(({ command }) => command.kind === 'check_in')).toHaveLength(1);
});

test(
  'a check-in of a ticket that another station has just admitted shows when and where',
  { tag: '@long' },
  async ({ page, enter }) => {
    const { office } = await enter();
    await fieldOf(page).fill('ola');
    await page.keyboard.press('Enter');
    const button = cardOf(page, 5).getByRole('button', { name: /^Check in/ });
    await expect(button).toBeFocused();
    office.tickets = office.tickets.map((one) =>
      one.ticket === ticketNumber(5) ? { ...one, check_in: isIn('South Gate') } : one,
    );
    await page.keyboard.press('Enter');
    await expect(verdictOf(page)).toHaveAttribute('data-reason', 'scanning.already_scanned');
    await expect(cardOf(page, 5)).toContainText('South Gate');
  },
);

test('an admission at any station appears in the list and in the order by itself', async ({
  page,
  enter,
}) => {
  const { station, office } = await enter();
  await fieldOf(page).fill('theo');
  await expect(cardOf(page, 2)).toContainText('Not inside');
  office.tickets = office.tickets.map((one) =>
    one.ticket === ticketNumber(2) ? { ...one, check_in: isIn('South Gate') } : one,
  );
  station.setState({ counters: { ...readyState().counters, admitted_total: 413 } });
  await expect(cardOf(page, 2)).toContainText('South Gate');
  await expect(hitsOf(page).getByRole('option')).toContainText([/In$/]);
});

test('the field promises only what is here, and says why it finds nothing', async ({
  page,
  enter,
}) => {
  const { station, office } = await enter();
  await expect(fieldOf(page)).toHaveAttribute('placeholder', 'Code, name, email or order');
  station.setState({ has_emails: false });
  office.tickets = [];
  await expect(fieldOf(page)).toHaveAttribute('placeholder', 'Code, name, order or seat');
  await fieldOf(page).fill('ola@example.org');
  await expect(page.getByText('This station has no email addresses.')).toBeVisible();
  await fieldOf(page).fill('+49 170 123 45 67');
  await expect(page.getByText('Stations have no phone numbers.')).toBeVisible();
});

test('namesakes are told apart by the day of their order and their email', async ({
  page,
  enter,
}) => {
  const { office } = await enter();
  office.tickets = [1, 2, 3].map((number) =>
    summary(number, {
      ordered_at: `2026-10-0${number}T12:00:00.000000Z`,
      email: number === 3 ? null : `guest${number}@example.org`,
    }),
  );
  office.tickets = [...office.tickets, summary(4, { holder: 'Jean Dubois' })];
  await fieldOf(page).fill('dubois');
  await expect(hitsOf(page).getByRole('option')).toContainText([
    /Ordered 1 Oct 2026.*guest1@example\.org/,
    /Ordered 2 Oct 2026.*guest2@example\.org/,
    /Ordered 3 Oct 2026/,
    /^Jean Dubois(?!.*Ordered)/,
  ]);
});

test('what several tickets of an order need to be told is told once', async ({ page, enter }) => {
  const { office } = await enter();
  office.tickets = office.tickets.map((one) =>
    one.ticket === ticketNumber(2) ? { ...one, check_in: isIn('South Gate') } : one,
  );
  await fieldOf(page).fill('theo');
  for (const number of [2, 3]) await expect(cardOf(page, number)).toContainText('Let in');
  await expect(page.getByText('Do not let anyone else in')).toHaveCount(1);
});

test('the outcome of a check-in is announced beforehand', async ({ page, enter }) => {
  await enter();
  for (const [number, who, texts] of [
    [6, 'dubuffet', ['Not now', 'Valid', 'Ask the holder to come back then.']],
    [7, 'dubai', ['Not valid', 'Ticket replaced or withdrawn', 'There may be a newer ticket']],
    [8, 'dube', ['Date cancelled', 'Offer what the organiser has decided']],
    [5, 'dubinski', ['Not inside', 'Entrance: North Gate, South Gate']],
  ] as const) {
    await fieldOf(page).fill(who);
    for (const text of texts) await expect(cardOf(page, number)).toContainText(text);
    const canCheckIn = texts[0] === 'Not inside';
    await expect(cardOf(page, number).getByRole('button')).toHaveCount(canCheckIn ? 1 : 0);
  }
});

test('add-ons are handed out, undone within ten seconds, and taken back later', async ({
  page,
  enter,
}) => {
  const { station } = await enter({
    addOns: [addOn({ quantity: 5, redeemed: 0, remaining: 5 })],
  });
  const redeemed = () =>
    station.requests.flatMap(({ command }) =>
      command.kind === 'redeem' ? [command.quantity] : [],
    );
  await fieldOf(page).fill('théo');
  const line = lineOf(page, 'Drink voucher');
  await expect(line).toContainText('5 of 5 left');
  await line.getByRole('button', { name: /More/ }).click();
  await line.getByRole('button', { name: 'Redeem: 2 × Drink voucher' }).click();
  await expect(line).toContainText('3 of 5 left');
  await expect(page.getByText('Handed out: 2 × Drink voucher')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(line).toContainText('5 of 5 left');
  await expect(page.getByText('Taken back: 2 × Drink voucher')).toBeVisible();
  await line.getByRole('button', { name: 'Redeem: 1 × Drink voucher' }).click();
  await expect(line).toContainText('4 of 5 left');
  await line.getByRole('button', { name: 'Take back 1: Drink voucher' }).click();
  await expect(line).toContainText('5 of 5 left');
  expect(redeemed()).toEqual([2, -2, 1, -1]);
});

test('what was handed out is taken back once, however often Undo is pressed while the station is away', async ({
  page,
  enter,
}) => {
  const { station } = await enter({
    addOns: [addOn({ quantity: 5, redeemed: 2, remaining: 3 })],
  });
  await fieldOf(page).fill('théo');
  const line = lineOf(page, 'Drink voucher');
  await line.getByRole('button', { name: /More/ }).click();
  await line.getByRole('button', { name: 'Redeem: 2 × Drink voucher' }).click();
  await expect(line).toContainText('1 of 5 left');
  station.goAway();
  await expect(line.getByRole('button')).toHaveCount(0);
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.click();
  await undo.click();
  station.comeBack();
  await expect(page.getByText('Taken back: 2 × Drink voucher')).toBeVisible();
  await expect(line).toContainText('3 of 5 left');
  const sent = station.requests.filter(({ command }) => command.kind === 'redeem');
  expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
});

test(
  'the undo button disappears after ten seconds unless it has the focus',
  { tag: '@long' },
  async ({ page, enter }) => {
    await page.clock.install();
    await enter();
    await fieldOf(page).fill('théo');
    await page.clock.runFor(500);
    await lineOf(page, 'Drink voucher')
      .getByRole('button', { name: /^Redeem/ })
      .click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.focus();
    await page.clock.runFor(15_000);
    await expect(undo).toBeFocused();
    await fieldOf(page).focus();
    await page.clock.runFor(1_000);
    await expect(undo).toHaveCount(0);
  },
);

test('no more than what is left can be handed out, and a refusal says why', async ({
  page,
  enter,
}) => {
  const { office } = await enter();
  await fieldOf(page).fill('théo');
  const line = lineOf(page, 'Drink voucher');
  const number = line.getByRole('textbox', { name: 'Quantity: Drink voucher' });
  await number.fill('9');
  await number.blur();
  await expect(number).toHaveValue('2');
  // Another station was faster, and this screen does not know it yet.
  office.refuse = { redeem: { ok: false, code: 'redeem.not_enough', message: 'x' } };
  await line.getByRole('button', { name: /^Redeem/ }).click();
  await expect(line.getByRole('alert')).toHaveText('Do not hand it out: not enough are left.');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  office.refuse = {};
  await line.getByRole('button', { name: /^Redeem/ }).click();
  await expect(line).toContainText('0 of 3 left');
  await expect(line.getByRole('alert')).toHaveText('');
  await expect(line).toBeFocused();
});

test(
  'a name that is far too long is cut instead of failing the list',
  { tag: '@long' },
  async ({ page, enter }) => {
    const { station } = await enter();
    await fieldOf(page).fill('dubois '.repeat(2_000));
    await expect(fieldOf(page)).toHaveValue('dubois '.repeat(29).slice(0, 200));
    await expect
      .poll(() =>
        station.requests
          .map(({ command }) => command)
          .filter(({ kind }) => kind === 'search_tickets'),
      )
      .toContainEqual({ kind: 'search_tickets', query: 'dubois '.repeat(29).slice(0, 200).trim() });
  },
);

test(
  'a quantity can be typed and stepped repeatedly, and an impossible one is corrected',
  { tag: '@long' },
  async ({ page, enter }) => {
    await enter({ addOns: [addOn({ quantity: 5, redeemed: 0, remaining: 5 })] });
    await fieldOf(page).fill('théo');
    const line = lineOf(page, 'Drink voucher');
    const number = line.getByRole('textbox', { name: 'Quantity: Drink voucher' });
    await number.focus();
    for (const [key, value] of [
      ['ArrowUp', '2'],
      ['ArrowUp', '3'],
      ['ArrowDown', '2'],
      ['ArrowDown', '1'],
      ['ArrowDown', '1'],
    ] as const) {
      await number.press(key);
      await expect(number).toHaveValue(value);
    }
    for (const [written, asked] of [
      ['3', 3],
      ['-4', 4],
      ['999999999999', 5],
      ['two', 1],
      ['', 1],
    ] as const) {
      await number.fill(written);
      await expect(
        line.getByRole('button', { name: `Redeem: ${asked} × Drink voucher` }),
      ).toBeVisible();
      await number.blur();
      await expect(number).toHaveValue(String(asked));
    }
    await line.getByRole('button', { name: 'More: Drink voucher' }).click();
    await line.getByRole('button', { name: 'More: Drink voucher' }).click();
    await line.getByRole('button', { name: 'Fewer: Drink voucher' }).click();
    await expect(number).toHaveValue('2');
  },
);

test('a scan during typing leaves the search field and its matches unchanged', async ({
  page,
  enter,
}) => {
  const { station, scanner, scans } = await enter();
  const field = fieldOf(page);
  await field.pressSequentially('dubo', { delay: 120 });
  await expect(hitsOf(page).getByRole('option')).toHaveCount(4);
  await scanner.scan(ticketNumber(77));
  await expect.poll(scans).toEqual([ticketNumber(77)]);
  station.outcome(outcome(77));
  await expect(verdictOf(page)).toHaveAttribute('data-ticket', ticketNumber(77));
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('dubo');
  await field.pressSequentially('is', { delay: 120 });
  await expect(field).toHaveValue('dubois');
  await expect(hitsOf(page).getByRole('option')).toHaveCount(4);
});

test('a scan while an order is open admits only the scanned ticket', async ({ page, enter }) => {
  const { station, scanner, scans } = await enter();
  await fieldOf(page).fill('théo');
  await page.keyboard.press('Enter');
  const button = cardOf(page, 2).getByRole('button', { name: /^Check in/ });
  await expect(button).toBeFocused();
  await scanner.scan(ticketNumber(77));
  await expect.poll(scans).toEqual([ticketNumber(77)]);
  await expect(button).toBeFocused();
  expect(station.requests.filter(({ command }) => command.kind === 'check_in')).toEqual([]);
});

test('while the station is down, the buttons are disabled and the order stays on the screen', async ({
  page,
  enter,
}) => {
  const { station } = await enter();
  await fieldOf(page).fill('théo');
  await expect(cardOf(page, 2).getByRole('button')).toHaveCount(1);
  station.goAway();
  await expect(page.getByText('Search continues as soon as it answers.')).toBeVisible();
  await expect(cardOf(page, 2)).toBeVisible();
  await expect(orderOf(page).getByRole('button', { name: /^(Check in|Redeem)/ })).toHaveCount(0);
  station.comeBack();
  await expect(cardOf(page, 2).getByRole('button')).toHaveCount(1);
});

test(
  'the screen says when an order cannot be read or no longer exists',
  { tag: '@long' },
  async ({ page, enter }) => {
    const { office } = await enter({
      refuse: { read_order: { ok: false, code: 'order.unread', message: 'x' } },
    });
    await fieldOf(page).fill('théo');
    await expect(orderOf(page).getByRole('alert')).toContainText('The order cannot be read');
    office.refuse = {};
    await orderOf(page).getByRole('button', { name: 'Try again' }).click();
    await expect(cardOf(page, 2)).toBeVisible();
    office.refuse = { read_order: { ok: false, code: 'order.unknown_ticket', message: 'x' } };
    await fieldOf(page).fill('ola');
    const gone = 'This ticket is no longer here';
    await expect(orderOf(page).getByRole('alert').filter({ hasText: gone })).toBeVisible();
  },
);

test('the search is emptied when the event changes', { tag: '@long' }, async ({ page, enter }) => {
  const { station } = await enter();
  await fieldOf(page).fill('dubois');
  await expect(hitsOf(page).getByRole('option')).toHaveCount(4);
  station.setState({ event: readyState().events[1] ?? null });
  await expect(fieldOf(page)).toHaveValue('');
  await expect(page.getByText('Amélie Dubois')).toHaveCount(0);
});

test(
  'the search survives a visit to the door and is selected, ready to be typed over',
  { tag: '@long' },
  async ({ page, enter }) => {
    await enter();
    await fieldOf(page).fill('ola');
    await expect(cardOf(page, 5)).toBeVisible();
    await page.keyboard.press('Control+1');
    await page.keyboard.press('Control+2');
    await expect(fieldOf(page)).toHaveValue('ola');
    await expect(fieldOf(page)).toBeFocused();
    await expect(cardOf(page, 5)).toBeVisible();
    await page.keyboard.press('t');
    await expect(fieldOf(page)).toHaveValue('t');
  },
);

for (const [width, height, tag] of [
  [390, 844, []],
  [320, 256, ['@long']],
] as const) {
  const title = `at ${width} × ${height} the order replaces the list, and the list comes back`;
  test(title, { tag: [...tag] }, async ({ page, enter }) => {
    await page.setViewportSize({ width, height });
    await enter();
    await fieldOf(page).fill('dubo');
    await expect(orderOf(page)).toBeHidden();
    await hitsOf(page).getByRole('option', { name: 'Théo Dubois' }).click();
    await expect(hitsOf(page)).toBeHidden();
    await expect(cardOf(page, 2).getByRole('button', { name: /^Check in/ })).toBeFocused();
    await orderOf(page).getByRole('button', { name: 'Back to the list' }).click();
    await expect(fieldOf(page)).toBeFocused();
    expect(await page.evaluate(widest)).toBeLessThanOrEqual(width);
  });
}

/** The right edge of the rightmost element. Runs in the page. */
function widest(): number {
  return Math.max(
    ...[...document.querySelectorAll('main *')].map(
      (element) => element.getBoundingClientRect().right,
    ),
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `the box office passes axe in the ${colorScheme} theme`,
    { tag: '@long' },
    async ({ page, enter }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { station } = await enter();
      expect(await violations(page)).toEqual([]);
      for (const size of [
        { width: 1280, height: 800 },
        { width: 1024, height: 768 },
        { width: 390, height: 844 },
      ]) {
        await page.setViewportSize(size);
        await fieldOf(page).fill('nobody');
        await expect(page.getByText('Nothing found')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await fieldOf(page).fill('dub');
        await expect(hitsOf(page).getByRole('option')).toHaveCount(8);
        expect(await violations(page)).toEqual([]);
        await hitsOf(page).getByRole('option').first().click();
        await lineOf(page, 'Parking').getByRole('button').first().click();
        await expect(page.getByText(/Parking$/).last()).toBeVisible();
        station.outcome(outcome(size.width));
        await expect(verdictOf(page)).toContainText('Admit');
        expect(await violations(page)).toEqual([]);
        await orderOf(page).press('Escape');
      }
    },
  );
}

test(
  'nothing in the box office is cut, in any language and at any size',
  { tag: '@long' },
  async ({ page, enter }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { station } = await enter();
    await fieldOf(page).fill('dub');
    await hitsOf(page).getByRole('option').first().click();
    for (const locale of locales) {
      const words = catalogue[locale];
      station.setState({ locale });
      await expect(page.getByRole('region', { name: words.order.label })).toBeVisible();
      for (const [width, height] of [
        [1280, 800],
        [1024, 768],
        [800, 1280],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        const where = `${locale} at ${width} × ${height}`;
        expect(await page.evaluate(widest), where).toBeLessThanOrEqual(width);
        expect(await page.evaluate(findCuts), where).toEqual([]);
      }
    }
  },
);

test(
  'a message that comes later and does not fit can be scrolled by keyboard',
  { tag: '@long' },
  async ({ page, enter }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const unread: CommandResult = { ok: false, code: 'search.unread', message: '' };
    await enter({ refuse: { search_tickets: unread } });
    const results = page.locator('div', { has: hitsOf(page) }).last();
    await expect(page.getByText('Who is it?')).toBeVisible();
    // As high as the message at the start. The next one has a button too.
    await results.evaluate((element) => {
      element.style.height = `${element.firstElementChild?.clientHeight ?? 0}px`;
    });
    await expect(results).not.toHaveAttribute('tabindex');
    await fieldOf(page).pressSequentially('dub');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeAttached();
    await expect(results).toHaveAttribute('tabindex', '0');
  },
);

test('the order is shown beside the list at 1280 × 800 and at 1024 × 768, and nothing overflows', async ({
  page,
  enter,
}) => {
  const long = 'Maximiliana-Friederike von und zu Hohenstaufen-Wittelsbach de la Peña y Ochoa';
  await enter({
    tickets: [
      summary(1, { holder: long, email: `${'x'.repeat(60)}@example.org` }),
      summary(2, {
        order: orderNumber(1),
        holder: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2),
      }),
    ],
  });
  await fieldOf(page).fill('o');
  for (const [width, height] of [
    [1280, 800],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(orderOf(page)).toBeInViewport();
    await expect(hitsOf(page)).toBeInViewport();
    expect(await page.evaluate(widest)).toBeLessThanOrEqual(width);
  }
});
