import { expect } from '@playwright/test';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { consoleTest } from '../support/e2e/console-screen.ts';
import { organiserCommands } from '../support/e2e/organiser-commands.ts';
import { violations } from '../support/e2e/violations.ts';

const Happened = Type.Object({ references: Type.Array(Type.String()) });

const test = consoleTest(['--demo', '200']);

test('what two doors disagree about is resolved with a note, and no longer needs attention', async ({
  page,
  console,
}) => {
  const { run } = organiserCommands(console.data);
  await run(['trigger', 'conflict.opened']);
  await console.enter(page, 'home');
  await page
    .getByRole('main')
    .getByRole('link', { name: /conflict/i })
    .click();
  const conflicts = page.getByRole('table', { name: 'Conflicts' });
  await conflicts.getByRole('link', { name: 'Admitted twice' }).click();
  await expect(page.getByRole('heading', { name: 'Admitted twice' })).toBeVisible();
  await page.getByRole('button', { name: 'Resolve' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note').fill('Twins, both with tickets');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText('The conflict is resolved')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Decision' })).toContainText(
    /Twins, both with tickets.*@/,
  );
  await expect(page.getByRole('button', { name: 'Resolve' })).toHaveCount(0);
  const reference = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const known: unknown = JSON.parse(await run(['conflict', 'show', reference]));
  expect(known).toMatchObject({ state: 'resolved', note: 'Twins, both with tickets' });
  await page.getByRole('main').getByRole('link', { name: 'Conflicts' }).click();
  await expect(page.getByText('Nothing matches')).toBeVisible();
});

test(
  'an admission that was a mistake is ended with why, and is then in the list of those',
  { tag: '@long' },
  async ({ page, console }) => {
    const { run } = organiserCommands(console.data);
    const { references } = Value.Parse(
      Happened,
      JSON.parse(await run(['trigger', 'ticket.scanned'])),
    );
    const [ticket = '', scan = ''] = references;
    await console.enter(page, `scans/${scan}`);
    await page.getByRole('button', { name: 'End the admission' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What it was').selectOption('mistake');
    await dialog.getByLabel('Note').fill('The wrong twin');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'End the admission' }).click();
    await expect(page.getByText('Admission undone')).toBeVisible();
    await expect(page.getByText('The wrong twin')).toBeVisible();
    await expect(page.getByRole('button', { name: 'End the admission' })).toHaveCount(0);
    await page.getByRole('link', { name: ticket }).click();
    await expect(page.getByText('Valid', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Scans' }).click();
    await page.getByRole('link', { name: 'Ended admissions' }).click();
    await expect(page.getByRole('row', { name: /Mistake.*The wrong twin/ })).toBeVisible();
  },
);
