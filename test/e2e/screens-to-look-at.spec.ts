import { expect } from '@playwright/test';
import { readyState } from '../support/door-script.ts';
import { doorTest as test } from '../support/e2e/scripted-door.ts';

const row = {
  list: 'tickets',
  key: 'tkt_1',
  reference: 'tkt_01kyvbnvq0g7m3x9r2c5t8w4ez',
  problem: 'valid_until: expected a date and time that exist',
} as const;

test('what waits for a supervisor is on the rail, the status bar and in Tonight, and leads to its list', async ({
  page,
  open,
}) => {
  const { station } = await open();
  station.answer = ({ command }) =>
    command.kind === 'read_unreadable' ? { ok: true, unreadable: [row] } : { ok: true };
  station.setState({
    sync: { ...readyState().sync, needs_attention: 1, open_conflicts: 2 },
    warnings: [{ code: 'rows_unreadable', rows: 1 }],
  });
  await expect(page.getByRole('navigation').getByText('4 need attention')).toBeAttached();
  await page.getByRole('button', { name: '2 conflicts' }).click();
  await expect(page.getByRole('tab', { name: /Conflicts/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Alt+N');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('region', { name: 'Not understood' })).toContainText(row.reference);
});

test('amber is for what staff can act on; the rest is with the connection in the settings', async ({
  page,
  open,
}) => {
  const { station } = await open();
  station.setState({ warnings: [{ code: 'secret_unprotected' }, { code: 'disk_full' }] });
  const strip = page.getByRole('contentinfo').getByRole('alert');
  await expect(strip).toContainText('disk');
  await expect(strip).not.toContainText('client secret');
  await page.keyboard.press('Control+,');
  await expect(page.getByRole('dialog')).toContainText('It is not encrypted');
});

/** Switched off by a person, minutes ago. */
function offline(minutes: number) {
  return {
    ...readyState().sync,
    mode: 'offline' as const,
    connection: {
      kind: 'offline',
      reason: 'chosen',
      since: new Date(Date.now() - minutes * 60_000).toISOString(),
    } as const,
  };
}

test('working offline is questioned after a quarter of an hour, and not again before the next', async ({
  page,
  open,
}) => {
  const { station } = await open();
  station.setState({ sync: offline(14) });
  const question = page.getByText('Is that still meant?');
  await expect(page.getByRole('contentinfo')).toContainText('Offline');
  await expect(question).toBeHidden();
  station.setState({ sync: offline(16) });
  await expect(question).toBeVisible();
  await page.getByRole('button', { name: 'Stay offline' }).click();
  await expect(question).toBeHidden();
});
