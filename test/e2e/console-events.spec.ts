import { expect, type Page } from '@playwright/test';
import { consoleTest } from '../support/e2e/console-screen.ts';
import { organiserCommands } from '../support/e2e/organiser-commands.ts';
import { violations } from '../support/e2e/violations.ts';

const test = consoleTest(['--demo', '200']);

test('an event is set up, sold out by an import, waited for, and one of its dates is cancelled', async ({
  page,
  console,
}) => {
  await console.enter(page, 'events');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New event' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Quay Night');
  await expect(dialog.getByLabel('Short name')).toHaveValue('quay-night');
  await dialog.getByRole('button', { name: 'New event' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Quay Night is published')).toBeVisible();
  await expectNoViolations(page);

  await create(page, 'Entry points', 'New entry point', { Name: 'North Gate' });
  await create(page, 'Ticket types', 'New ticket type', {
    Name: 'Standing',
    Price: '12.50',
    Total: '1',
  });
  await expect(page.getByRole('row', { name: /Standing.*€12\.50/ })).toBeVisible();
  await create(page, 'Sessions', 'New session', {
    Name: 'Late show',
    Starts: '2027-05-01T20:00',
    Ends: '2027-05-01T23:00',
  });
  await create(page, 'Add-ons', 'New add-on', { Name: 'Drink', Price: '4' });
  await create(page, 'Questions', 'New question', { Label: 'Any allergies?' });
  await page.getByRole('button', { name: 'Actions for Any allergies?' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Archive question' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row', { name: /Any allergies.*In use/ })).toBeVisible();

  await page.getByRole('link', { name: 'Import' }).click();
  await page.getByLabel('Event').selectOption('Quay Night');
  await page.locator('input[type=file]').setInputFiles({
    name: 'orders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Ticket;E-mail;Termin\nStanding;ann@example.org;Late show\n'),
  });
  await page.getByRole('button', { name: 'Import one ticket' }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(['', 'Imported']);
  await page.getByRole('link', { name: 'Show the orders' }).click();
  await expect(page.getByRole('row', { name: /ann@example\.org/ })).toBeVisible();

  await page.getByRole('link', { name: 'Waiting lists' }).click();
  await page.getByRole('button', { name: 'Event' }).click();
  await page.getByRole('menuitemradio', { name: 'Quay Night' }).click();
  await page.getByRole('button', { name: 'Add to the waiting list' }).click();
  await dialog.getByLabel('Ticket type or add-on').selectOption('Standing');
  await dialog.getByLabel('Email').fill('bo@example.org');
  await dialog.getByRole('button', { name: 'Add to the waiting list' }).click();
  await page.getByRole('button', { name: 'Actions for bo@example.org' }).click();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await page
    .getByRole('row', { name: /bo@example\.org/ })
    .getByText('Standing')
    .click();
  await expect(page.getByRole('heading', { name: 'bo@example.org' })).toBeFocused();
  await expect(page).toHaveURL(/\/waiting-lists\/wle_/);
  await expectNoViolations(page);
  await expect(page.getByRole('button', { name: 'Offer places' })).toBeVisible();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remove from the waiting list' }).click();
  await page.getByRole('button', { name: 'Remove from the waiting list' }).click();
  await expect(page.getByRole('term')).toContainText(['Since', 'Ended']);
  await page.getByRole('main').getByRole('link', { name: 'Waiting lists' }).click();
  await expect(page.getByRole('row', { name: /bo@example\.org.*Ended/ })).toBeVisible();

  await page.getByRole('link', { name: 'Quay Night' }).click();
  await page.getByRole('link', { name: 'Sessions' }).click();
  await page.getByRole('button', { name: 'Actions for Late show' }).click();
  await page.getByRole('menuitem', { name: 'Cancel session' }).click();
  await expect(page.getByText('One valid ticket is for Late show.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel session' }).click();
  await expect(page.getByRole('row', { name: /Late show.*Cancelled/ })).toBeVisible();
});

test('several events are published at once, and it is taken back', async ({ page, console }) => {
  await console.enter(page, 'events');
  const draft = page.getByRole('row', { name: /Spring Ball/ });
  await draft.getByRole('link').press('Space');
  await expect(draft.getByRole('checkbox')).toBeChecked();
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  const chosen = page.getByRole('toolbar');
  await expect(chosen).toBeVisible();
  await expectNoViolations(page);
  await chosen.getByRole('button', { name: 'Publish' }).click();
  await expect(draft.getByText('Published')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(draft.getByText('Draft')).toBeVisible();
});

test('who changes what a colleague has changed meanwhile is told what it is now', async ({
  page,
  console,
}) => {
  await console.enter(page, 'events?search=gala');
  await page.getByRole('table', { name: 'Events' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const capacity = dialog.getByLabel('How many may be inside');
  await capacity.fill('900');
  const { run } = organiserCommands(console.data);
  await run(['event', 'update', 'winter-gala', '--capacity', '750']);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Nothing was saved');
  await expect(dialog.getByText('Somebody changed it to “750” meanwhile.')).toBeVisible();
  await expect(capacity).toHaveValue('900');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const shown = await run(['event', 'show', 'winter-gala']);
  expect(JSON.parse(shown)).toMatchObject({ capacity: 900 });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(capacity).toHaveValue('900');
  // Also of what a form held when the session ended, and got back much later.
  await capacity.fill('950');
  const update = '**/console/api/event.update';
  await page.route(update, (route) =>
    route.fulfill({ json: { code: 'session.required', message: '' } }),
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.unroute(update);
  await run(['event', 'update', 'winter-gala', '--capacity', '700']);
  await console.signIn(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(capacity).toHaveValue('950');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Somebody changed it to “700” meanwhile.')).toBeVisible();
});

test('a page that is left takes no more presses while the next one comes', async ({
  page,
  console,
}) => {
  await console.enter(page, 'orders');
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Event' })).toBeVisible();
  const coming = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await coming.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Waiting lists' }).click();
  await expect(main).toHaveAttribute('aria-busy', 'true');
  coming.resolve();
  await main.getByRole('button', { name: 'Event' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Winter Gala' })).toBeVisible();
});

/** In a tab of the event that is shown. */
async function create(
  page: Page,
  tab: string,
  button: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  await page.getByRole('link', { name: tab, exact: true }).click();
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(values))
    await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByRole('button', { name: button }).click();
  await expect(dialog).toBeHidden();
  await expectNoViolations(page);
}

async function expectNoViolations(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
}

test('what the server says of a field takes the focus there, and goes once it is changed; a press beside the form loses nothing', async ({
  page,
  console,
}) => {
  await console.enter(page, 'events?new=yes');
  const dialog = page.getByRole('dialog');
  const slug = dialog.getByLabel('Short name');
  await dialog.getByLabel('Name', { exact: true }).fill('Another Gala');
  await slug.fill('winter-gala');
  // The browser itself complains of a 422.
  await page.route('**/console/api/event.create', async (route) =>
    route.fulfill({ response: await route.fetch(), status: 200 }),
  );
  await dialog.getByRole('button', { name: 'New event' }).click();
  await expect(slug).toBeFocused();
  await expect(slug).toHaveAttribute('aria-invalid', 'true');
  await slug.fill('another-gala');
  await expect(slug).toHaveAttribute('aria-invalid', 'false');
  await page.mouse.click(5, 5);
  await expect(slug).toHaveValue('another-gala');
});

test(
  'an event is copied with its parts, and the copy archived',
  { tag: '@long' },
  async ({ page, console }) => {
    await console.enter(page, 'events?search=gala');
    const events = page.getByRole('table', { name: 'Events' });
    await events.getByRole('link', { name: 'Winter Gala' }).click();
    const actions = page.getByRole('button', { name: 'Actions', exact: true });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Copy' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Short name')).toHaveValue('winter-gala-copy');
    await dialog.getByLabel('Name', { exact: true }).fill('Spring Gala');
    await expect(dialog.getByLabel('Short name')).toHaveValue('spring-gala');
    await dialog.getByLabel('Starts').fill('2027-04-10T19:00');
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByRole('heading', { name: 'Spring Gala' })).toBeVisible();
    await expect(page.getByText('Spring Gala was created as a draft')).toBeVisible();
    await page.getByRole('link', { name: 'Ticket types' }).click();
    await expect(page.getByRole('row', { name: /Standing.*€45\.00/ })).toBeVisible();

    await actions.click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    const asked = page.getByRole('alertdialog');
    await expect(asked).toContainText('The event disappears from the lists');
    await asked.getByRole('button', { name: 'Archive event' }).click();
    await expect(page.getByText('Spring Gala was archived')).toBeVisible();
    await expect(page.getByText('Archived', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: 'Events' }).click();
    await expect(events).toContainText('Winter Gala');
    await expect(events).not.toContainText('Spring Gala');
    await page.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitemradio', { name: 'Archived' }).click();
    await expect(page.getByText('Nothing matches').or(events)).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search' }).fill('spring');
    await expect(events).toContainText('Spring Gala');
  },
);

test('what an archived event sold still names it', async ({ page, console }) => {
  await console.enter(page, 'events?search=gala');
  await page.getByRole('link', { name: 'Winter Gala' }).click();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive event' }).click();
  await expect(page.getByText('Archived', { exact: true })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Orders' }).click();
  const orders = page.getByRole('table', { name: 'Orders' });
  await expect(orders).toContainText('Winter Gala');
  await expect(orders).not.toContainText('evt_');
});
