import { describe, expect, it } from 'vitest';
import { type Locale, locales } from '../../../shared/languages.ts';
import { catalogues } from '../../../shared/verdict/messages/catalogues.ts';
import { guestWords } from '../screens/guest/guest-words.ts';
import { catalogue } from './languages.ts';
import {
  formatAge,
  formatDayTime,
  formatNamedTime,
  formatShare,
  formatTime,
  knownZone,
} from './format.ts';
import { kinds, outcome } from '../../../test/support/door-script.ts';
import { admissionFact } from '../state/verdict/fact-words.ts';

describe.each(locales)('the words of %s', (locale) => {
  const words = catalogue[locale];

  it('have no empty text anywhere', () => {
    expect(textsIn(locale).filter((text) => text.trim() === '')).toEqual([]);
  });

  it('name each outcome with a different word', () => {
    const signals = Object.values(words.signal);
    expect(new Set(signals).size).toBe(signals.length);
  });

  it('keep each word of a verdict short enough for its place at two metres', () => {
    const parts = Object.values(words.signal).flatMap((word) => word.split(' '));
    expect(parts.filter((part) => part.length > 11)).toEqual([]);
  });
});

it('each catalogue is translated: only known cognates are the same in two languages', () => {
  for (const locale of locales.filter((one) => one !== 'en')) {
    expect(catalogue[locale].idle.ready).not.toBe(catalogue.en.idle.ready);
  }
});

it('Spanish uses one form of address, usted', () => {
  expect(textsIn('es').filter((text) => informal.test(text))).toEqual([]);
});

it('German uses one form of address, Sie', () => {
  expect(
    textsIn('de').filter((text) =>
      /\b(du|dich|dir|deine?[mnrs]?|hast|nimm)\b|\boder suche\b/iu.test(text),
    ),
  ).toEqual([]);
});

it('French breaks no line before its two-part punctuation, nor inside its quotes', () => {
  expect(textsIn('fr').filter((text) => / [:;?!»]|« /u.test(text))).toEqual([]);
});

it('apostrophes are curved', () => {
  const texts = locales.flatMap((locale) => textsIn(locale));
  expect(texts.filter((text) => /\p{L}'\p{L}/u.test(text))).toEqual([]);
});

it.each([
  ['de', /Client-Geheimnis|Zusatzleistung|Rechner|Layout/u],
  ['fr', /station/iu],
  ['es', /estaci|escaneo|dispositivo|ordenador|diario|práctica/iu],
] as const)('%s uses one term per concept', (locale, others) => {
  expect(textsIn(locale).filter((text) => others.test(text))).toEqual([]);
});

/** Words that address a person as tú: pronouns, verbs, and imperatives at the beginning of a clause. */
const informal =
  /\b(tú|te|ti|tus?|has|puedes|tienes|dejes|admitas|uses|ábrela|escanéala)\b|(^|[.:;] |\b(o|y) )(abre|acerca|admite|avisa|cierra|comprueba|conecta|corrige|deja|ejecuta|elige|envía|escanea|escribe|espera|indica|lee|libera|llama|pide|prueba|reinicia|sigue escaneando|quita|usa)\b/iu;

describe('times', () => {
  const place = { locale: 'en', zone: 'Europe/Berlin' } as const;

  it("are shown in the event's time zone", () => {
    expect(formatTime('2026-12-12T19:00:00.000000Z', place)).toBe('20:00');
    expect(formatDayTime('2026-12-12T23:30:00.000000Z', place)).toBe('Sun 13 Dec 00:30');
  });

  it('name their zone where the clock of the device shows another time', () => {
    const summer = '2026-07-12T17:04:00.000000Z';
    expect(formatNamedTime(summer, place)).toBe('19:04');
    expect(formatNamedTime(summer, { ...place, deviceZone: 'Africa/Johannesburg' })).toBe('19:04');
    expect(formatNamedTime(summer, { ...place, deviceZone: 'UTC' })).toBe('19:04\u00a0CEST');
    const already = outcome(1, kinds.already);
    const fact = admissionFact(already, catalogue.en.verdict, {
      ...place,
      deviceZone: 'America/New_York',
    });
    expect(fact.value).toBe('19:04\u00a0CET\u00a0· North Gate\u00a0· 38\u00a0min\u00a0ago');
  });

  it('of an unknown zone are shown in UTC', () => {
    expect(knownZone('Mars/Olympus')).toBe('UTC');
    expect(knownZone(undefined)).toBe('UTC');
  });
});

it.each([
  [-5, '0\u00a0s'],
  [59_999, '59\u00a0s'],
  [60_000, '1\u00a0min'],
  [3_599_999, '59\u00a0min'],
  [7_200_000, '2\u00a0h'],
  [4_800_000, '1\u00a0h\u00a020\u00a0min'],
  [200_000_000, '2\u00a0d\u00a07\u00a0h'],
])('an age of %d ms is written as %s', (millis, text) => {
  expect(formatAge(millis, 'en')).toBe(text);
});

it.each([
  [412, 1980, '21%'],
  [0, 1980, '0%'],
  [1, 1980, '<\u00a01%'],
  [1979, 1980, '99%'],
  [1980, 1980, '100%'],
  [1990, 1980, '101%'],
  [3, 0, null],
])('%i of %i is written as %s', (part, whole, text) => {
  expect(formatShare(part, whole, 'en')).toBe(text);
});

/** The words of the screens, with the names of the reasons, which stand with their sentences. */
function textsIn(locale: Locale): readonly string[] {
  const reasons = Object.values(catalogues[locale].verdict);
  return textsOf([
    catalogue[locale],
    guestWords[locale],
    reasons.map((reason) => ('name' in reason ? reason.name : null)),
  ]);
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return [String(value('1', '2'))];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
