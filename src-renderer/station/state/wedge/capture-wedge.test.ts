import { expect, it } from 'vitest';
import { press } from '../../../../test/support/scanner-keys.ts';
import { openWedgePage } from '../../../../test/support/scanners/wedge-page.ts';
import { wedgeDefaults } from './wedge-decoder.ts';

const ticket = 'tkt_01hzyzyzyzyzyzyzyzyzyzyz42';
const strokes = press(ticket, { gap: 3 });

function openPage() {
  const page = openWedgePage();
  return { ...page, scanned: () => page.read.map(({ raw }) => raw) };
}

it('a scan is not cut in two by a computer that stands still, even if its timers go on before its keys', () => {
  const page = openPage();
  page.arrive(strokes.slice(0, 12));
  page.standStill(900);
  page.pass(450);
  expect(page.scanned()).toEqual([]);
  page.arrive(strokes.slice(12));
  page.pass(2_000);
  expect(page.scanned()).toEqual([ticket]);
});

it('a scan whose keys arrive late is not cut in two when the next ones are as late again', () => {
  const page = openPage();
  page.pass(360);
  page.arrive(strokes.slice(0, 12));
  page.pass(500);
  page.arrive(strokes.slice(12));
  page.pass(2_000);
  expect(page.scanned()).toEqual([ticket]);
});

it('half a scan whose other half never comes is read at the end of the grace period', () => {
  const page = openPage();
  page.arrive(strokes.slice(0, 12));
  page.pass(wedgeDefaults.graceMs - 10);
  expect(page.scanned()).toEqual([]);
  page.pass(100);
  expect(page.scanned()).toEqual([ticket.slice(0, 12)]);
});
