import { expect, type Page } from '@playwright/test';
import { consoleTest } from '../support/e2e/console-screen.ts';
import { connectIntegrator } from '../support/e2e/integrator.ts';
import { organiserCommands } from '../support/e2e/organiser-commands.ts';
import type { ServeProcess } from '../support/e2e/serve.ts';
import { violations } from '../support/e2e/violations.ts';

const test = consoleTest(['--demo', '200']);

// Each step has the keyboard's focus in what it shows: nobody has to look for it.
test('a file that is dropped is imported once its problems are seen and answered, and the whole import is undone', async ({
  page,
  console,
}) => {
  await console.enter(page, 'events');
  await publish(page, 'Quay Night');
  await page.getByRole('link', { name: 'Import' }).click();
  const guests = [
    'Ref;Art;Wer;Mail;Zustand',
    'A1;Deckchair;Ann Berg;ann@example.org;Umgebucht',
    'A1;Deckchair;Bo Berg;bo@example.org;paid',
    'A2;Cabin;Cy Dahl;cy at example.org;paid',
  ];
  await drop(page, 'guests.csv', guests.join('\n'));
  await expect(page.getByText('Choose the event that these tickets are for.')).toBeVisible();
  await page.getByLabel('Event').selectOption('Quay Night');
  await expect(page.getByText('Say which column names the ticket type.')).toBeVisible();
  await expectNoViolations(page);
  await page.getByLabel('What Art is taken for').selectOption('Ticket type');
  await page.getByRole('button', { name: 'Create them' }).click();
  await takeFor(page, { Ref: 'Order number', Wer: 'Holder: full name', Zustand: 'Status' });
  const email = page.getByRole('row', { name: '“cy at example.org” is not an email address. 4' });
  await expect(email).toBeVisible();
  await page.getByLabel('What does the status “Umgebucht” mean?').selectOption('Valid');
  await expect(page.getByText('One problem')).toBeVisible();
  await expectNoViolations(page);

  // What was answered stays answered for a file with the same columns, also where the page was left.
  await page.getByRole('link', { name: 'Events' }).click();
  await page.getByRole('link', { name: 'Import' }).click();
  await page.getByLabel('Event').selectOption('Quay Night');
  await drop(page, 'guests.csv', guests.join('\n').replace('cy at ', 'cy@'));
  const begin = page.getByRole('button', { name: 'Import 3 tickets' });
  await expect(begin).toBeEnabled();
  await begin.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'guests.csv' })).toBeFocused();
  await expect(page.getByRole('main')).toContainText('New orders2');
  await expectNoViolations(page);
  await page.reload();
  await expect(page.getByRole('main')).toContainText('New orders2');

  await page.getByRole('main').getByRole('link', { name: 'Import', exact: true }).click();
  const row = page.getByRole('row', { name: /guests\.csv/ });
  await expect(row).toContainText('Imported');
  await row.getByText('Imported').click();
  await page.getByRole('button', { name: 'Undo' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('All tickets that guests.csv brought are taken back');
  await expectNoViolations(page);
  await asked.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Import another file' }).click();
  await expect(row).toContainText('Undone');
  await expectNoViolations(page);
});

test('an import is not undone once somebody was let in with one of its tickets, and the same file brings only what is new', async ({
  page,
  console,
}) => {
  await console.enter(page, 'import');
  await page.getByLabel('Event').selectOption('Open Rehearsal');
  const [heading, ann, bo] = ['Order,Ticket,E-mail', '1,Rehearsal,ann@a.no', '2,Rehearsal,bo@a.no'];
  await drop(page, 'shop.csv', [heading, ann].join('\n'));
  const event = await page.getByLabel('Event').inputValue();
  await page.getByRole('button', { name: 'Create it' }).click();
  await page.getByRole('button', { name: 'Import one ticket' }).click();
  await expect(page.getByRole('main')).toContainText('New tickets1');

  await scanImported(console.server, event);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Somebody was let in with one of its tickets',
  );
  await page.getByRole('button', { name: 'Go back' }).click();
  await page.getByRole('link', { name: 'Import another file' }).click();
  await expect(page.getByLabel('Event')).toHaveValue(event);
  await drop(page, 'shop.csv', [heading, ann, bo].join('\n'));
  await expect(page.getByText('Unchanged')).toBeVisible();
  await page.getByRole('button', { name: 'Import one ticket' }).click();
  await page.getByRole('link', { name: 'Import another file' }).click();
  await expect(page.getByRole('row', { name: /shop\.csv.*Imported/ })).toHaveCount(2);
});

test('an import that takes long says how long it still takes', async ({ page, console }) => {
  // As a file of a million lines would be answered for.
  let done = 100_000;
  await page.route('**/api/order.import-show', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest }: { readonly data: object } = await answer.json();
    done += 1_000;
    const running = { ...data, status: 'running', lines: 1_000_000, lines_done: done };
    await route.fulfill({ response: answer, json: { ...rest, data: running } });
  });
  await console.enter(page, 'import');
  await page.getByLabel('Event').selectOption('Winter Gala');
  await drop(page, 'long.csv', 'Ticket,E-Mail\nVIP,ann@example.org\n');
  await page.getByRole('button', { name: 'Import one ticket' }).click();
  // About a thousand lines for each order that the server tells of.
  const { run } = organiserCommands(console.data);
  const sold = ['--event', 'winter-gala', '--ticket-type', 'VIP'];
  const shown = page.getByRole('status').filter({ hasText: 'of 1,000,000' });
  await expect(async () => {
    await run(['order', 'create', ...sold]);
    await expect(shown).toContainText(/About \d+ (?:minutes|hours?) left\./, { timeout: 1_000 });
  }).toPass();
});

test('what is no file of tickets is refused in a sentence, in the language of the page', async ({
  page,
  console,
}) => {
  await console.enter(page, 'import');
  await page.getByLabel('Event').selectOption('Winter Gala');
  await drop(page, 'book.xlsx', 'PK\u0003\u0004 and more');
  await expect(page.getByRole('alert')).toContainText('This is a spreadsheet');
  const buffer = Buffer.alloc(49 * 1024 * 1024, 'x');
  const large = { name: 'large.csv', mimeType: 'text/csv', buffer };
  await page.locator('input[type=file]').setInputFiles(large);
  await expect(page.getByRole('alert')).toContainText('Nothing was read');
  await page.evaluate(() =>
    localStorage.setItem('gatehouse-console', JSON.stringify({ locale: 'de' })),
  );
  await page.reload();
  await drop(page, 'gold.csv', `Ticket,E-Mail\nGold,ann\n${'Gold,bo@example.org\n'.repeat(11)}`);
  await expect(page.getByText('„ann“ ist keine E-Mail-Adresse.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ticketart anlegen' })).toBeVisible();
  await expect(page.getByRole('row', { name: /10, 11 und 2 weitere$/ })).toBeVisible();
  await expect(
    page.getByText('Der Befehl gatehouse import listet mit --report DATEI jede Zeile auf.'),
  ).toBeVisible();
});

async function publish(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New event' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'New event' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText(`${name} is published`)).toBeVisible();
}

/** From outside of the browser, onto the middle of the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    (file) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([file.text], file.name, { type: 'text/csv' }));
      return transfer;
    },
    { name, text },
  );
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page
      .getByRole('heading', { name: 'Import', exact: true })
      .dispatchEvent(type, { dataTransfer: data });
}

async function takeFor(page: Page, columns: Readonly<Record<string, string>>): Promise<void> {
  for (const [column, field] of Object.entries(columns))
    await page.getByLabel(`What ${column} is taken for`).selectOption(field);
}

async function scanImported({ ready }: ServeProcess, event: string): Promise<void> {
  if (!ready.demo) throw new Error('expected a demo');
  const integrator = await connectIntegrator(ready, ready.demo);
  const { scanner_locations: doors } = await integrator.setup(event);
  const tickets = await integrator.tickets(event);
  const imported = tickets.find(({ ticket_type }) => ticket_type?.name === 'Rehearsal');
  await integrator.scan(imported?.reference ?? '', doors[0]?.reference ?? '');
}

async function expectNoViolations(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
}
