import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { addAuthenticator } from '../support/e2e/console-screen.ts';
import { attachDoor } from '../support/e2e/door-page.ts';
import { startStationHost } from '../support/e2e/station-host.ts';
import { temporaryFolder } from '../support/e2e/temporary-folder.ts';
import { violations } from '../support/e2e/violations.ts';

const shops = fileURLToPath(new URL('../fixtures/shops', import.meta.url));

test("from a shop's file to an open door, on a computer that had nothing before", async ({
  page,
}) => {
  await using stack = new AsyncDisposableStack();
  const folder = await temporaryFolder('shop');
  stack.defer(() => folder.remove());
  const host = await startStationHost({ data: folder.path, args: ['--first-run'] });
  stack.defer(() => host.kill());
  await page.goto(host.ready.url);
  await page.getByRole('button', { name: /^Run the server here/ }).click();
  for (const [question, answer] of [
    ['What is your organisation called?', 'Nordlys'],
    ['What is your first event called?', 'Lantern Festival'],
    ['Where do people go in?', 'North Gate'],
  ] as const) {
    await expect(page.getByRole('heading', { name: question })).toBeVisible();
    await page.getByRole('textbox').fill(answer);
    // Two presses of Enter within a moment are a scanner's, and no person's.
    await page.getByRole('button', { name: 'Continue' }).click();
  }
  await page.getByRole('option', { name: 'North Gate' }).click();
  const door = await attachDoor(page);
  await expect(door.verdict).toContainText('No tickets yet');

  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Import tickets' }).click();
  const desk = await opened;
  await addAuthenticator(desk);
  // The organiser has its name already.
  await expect(desk.getByLabel('Organiser')).toBeHidden();
  await desk.getByLabel('Email').fill('nora@example.org');
  await desk.getByLabel('Password').fill('seven quiet herons');
  await desk.getByRole('button', { name: 'Begin' }).click();
  await desk.getByRole('button', { name: 'Add a passkey' }).click();
  await desk.getByRole('button', { name: 'I have saved them' }).click();

  // Where the press at the door was to lead.
  await expect(desk.getByRole('heading', { name: 'Import', exact: true })).toBeVisible();
  const choose = (file: string) =>
    desk.locator('input[type=file]').setInputFiles(join(shops, file));
  await choose('tito.csv');
  await desk.getByRole('button', { name: 'Create them' }).click();
  await expect(desk.getByText('No column is the barcode')).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await desk.getByLabel('What Unique Ticket URL is taken for').selectOption('Barcode');
  await expect(desk.getByText('No column is the barcode')).toBeHidden();

  await choose('eventbrite.csv');
  await desk.getByRole('button', { name: 'Create them' }).click();
  await desk.getByRole('button', { name: 'Set the event’s currency to USD' }).click();
  await desk.getByRole('button', { name: 'Import 45 tickets' }).click();
  await expect(desk.getByRole('heading', { name: 'eventbrite.csv' })).toBeVisible();
  await expect(desk.getByRole('main')).toContainText('Imported');

  await expect(door.verdict).toContainText('Ready to scan');
  await door.scan('1121198409318441583442001');
  await expect(door.verdict).toHaveAttribute('data-reason', 'scanning.allowed');
  await expect(door.verdict).toContainText('Wren Yarborough');
});
