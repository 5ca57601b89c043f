import { describe, expect, it } from 'vitest';
import { readAmount } from './read-amount.ts';
import { readMoment } from './read-moment.ts';
import { readStatus, readVoid, saysNone } from './read-status.ts';

function instantOf(text: string): string | null {
  const moment = readMoment(text, 'Europe/Oslo');
  return moment.kind === 'moment' ? new Date(moment.instant / 1_000).toISOString() : null;
}

describe('a time in the event’s zone', () => {
  it.each([
    '2026-12-31 19:00',
    '2026-12-31T18:00:00Z',
    '31.12.2026 19:00',
    '31/12/2026 19:00:00',
    '12/31/2026 7:00 PM',
    'Thu 31 Dec 2026 19:00',
    'Dec 31, 2026 7 p.m.',
    'Thu, Dec 31, 2026 at 7:00 PM',
    '31. Dezember 2026, 19:00 Uhr',
    'Do. 31. Dez. 2026 um 19:00 Uhr',
    'jeudi 31 décembre 2026 à 19h00',
    '31 de diciembre de 2026 19:00',
  ])('is %j', (text) => {
    expect(instantOf(text)).toBe('2026-12-31T18:00:00.000Z');
  });

  it.each([
    '05/12/2026 19:00',
    '31.02.2026',
    '12 jui 2026',
    '2026',
    '31.12.26',
    'Dec 31 2026 25:00',
  ])('is not told from %j, which is none or may be two', (text) => {
    expect(instantOf(text)).toBeNull();
  });

  it('ends a day after a date', () => {
    expect(readMoment('31.12.2026', 'Europe/Oslo')).toMatchObject({
      day: '2026-12-31',
      hasTime: false,
    });
  });
});

it.each([
  ['1.234,50 €', 'EUR', 123_450],
  ['1\u00a0040,00\u00a0€', 'EUR', 104_000],
  ['$1,120.00', 'USD', 112_000],
  ['EUR 79.5', 'EUR', 7_950],
  ['€ 12', 'EUR', 1_200],
  ['FREE', 'EUR', 0],
  ['Kostenlos', 'EUR', 0],
  ['1,234', 'JPY', 1_234],
  ['79.505', 'EUR', 7_950_500],
  ['USD 5', 'EUR', null],
  ['4006381333931', 'EUR', null],
  ['-5.00', 'EUR', null],
  ['5.555,55,5', 'EUR', null],
  ['12.345,678', 'EUR', null],
  ["1'234.567", 'EUR', null],
  ["1'234.567", 'KWD', 1_234_567],
  ["1'234,567.890", 'KWD', null],
  ['1,234,567', 'KWD', 1_234_567_000],
  ['1,234', 'KWD', 1_234],
])('the amount %j in %s is %j', (text, currency, amount) => {
  expect(readAmount(text, currency)).toBe(amount);
});

it.each([
  ['Status', 'Completed', 'valid'],
  ['Statut', 'Remboursée', 'refunded'],
  ['Status', 'wc-on-hold', 'pending'],
  ['Status', 'CheckedIn', 'valid'],
  ['Estado', 'Anulada', 'cancelled'],
  ['Status', 'Umgebucht', null],
  ['Status', 'No', null],
  ['Bezahlt?', 'nein', 'pending'],
  ['Bezahlt?', 'offen', 'pending'],
  ['Paid', 'x', 'valid'],
  ['Paid', '2026-11-03', 'valid'],
])('in the column %j %j means %j', (heading, text, standing) => {
  expect(readStatus(text, heading)).toBe(standing);
});

it.each([
  ['deleted, void, voided, cancelled, canceled, storniert, annulé, cancelado', 'cancelled'],
  ['refunded, erstattet, remboursé, reembolsado', 'refunded'],
  ['pending, unpaid, incomplete, on hold', 'pending'],
])('each of %s means %s', (words, standing) => {
  expect(new Set(words.split(', ').map((word) => readStatus(word)))).toEqual(new Set([standing]));
});

it.each([
  ['Void', 'true', 'cancelled'],
  ['Refund date', '3 Nov 2026', 'refunded'],
  ['Refunded', '0,00 €', 'valid'],
  ['Refunded', '12,00 €', null],
  ['Blocked', 'Yes', 'cancelled'],
  ['Cancelled', 'no', 'valid'],
])('in the column %j %j means %j for the ticket', (heading, text, standing) => {
  expect(readVoid(text, heading)).toBe(standing);
});

it('says of an amount of nothing, and of nothing, that there was no refund', () => {
  expect(['', 'No', '£0.00', '0', '10.00', 'requested'].map(saysNone)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});
