import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
} from '../../instant.ts';
import { locales } from '../../languages.ts';
import { describeAge, type NonVerdict, outcomeMessage } from './outcome-message.ts';

const expected: readonly (readonly [NonVerdict, readonly string[]])[] = [
  [
    { kind: 'unknown_ticket', dataAgeMicros: 40 * MICROS_PER_SECOND },
    [
      'Not in this station’s data (synced 40 s ago).',
      'Nicht in den Daten dieser Station (abgeglichen vor 40 s).',
      'Absent des données de ce poste (synchronisées il y a 40 s).',
      'No figura en los datos de este puesto (sincronizados hace 40 s).',
    ],
  ],
  [
    { kind: 'unknown_ticket', dataAgeMicros: null },
    [
      'Not in this station’s data (never synced).',
      'Nicht in den Daten dieser Station (noch nie abgeglichen).',
      'Absent des données de ce poste (jamais synchronisées).',
      'No figura en los datos de este puesto (nunca sincronizados).',
    ],
  ],
  [
    { kind: 'wrong_event', event: 'Kammerkonzerte' },
    [
      'This ticket is for another event: Kammerkonzerte.',
      'Dieses Ticket gilt für eine andere Veranstaltung: Kammerkonzerte.',
      'Ce billet est pour un autre événement\u00a0: Kammerkonzerte.',
      'Esta entrada es de otro evento: Kammerkonzerte.',
    ],
  ],
  [
    { kind: 'wrong_event', event: null },
    [
      'This ticket is for another event.',
      'Dieses Ticket gilt für eine andere Veranstaltung.',
      'Ce billet est pour un autre événement.',
      'Esta entrada es de otro evento.',
    ],
  ],
  [
    { kind: 'unreadable' },
    [
      'This code names no ticket: scan the code on the ticket.',
      'Dieser Code gehört zu keinem Ticket, bitte den Code auf dem Ticket scannen.',
      'Ce code ne désigne aucun billet, scannez le code du billet.',
      'Este código no es de ninguna entrada: escanee el código de la entrada.',
    ],
  ],
  [
    { kind: 'ambiguous' },
    [
      'This may be the code of more than one ticket: type it as it is printed.',
      'Das kann der Code von mehr als einem Ticket sein, bitte eingeben, wie er gedruckt ist.',
      'Ce code peut être celui de plusieurs billets, tapez-le tel qu’il est imprimé.',
      'Este código puede ser de más de una entrada: escríbalo tal como está impreso.',
    ],
  ],
  [
    { kind: 'not_recorded' },
    [
      'This scan could not be saved: do not admit at this station, use another one.',
      'Dieser Scan konnte nicht gespeichert werden: hier nicht einlassen, andere Station benutzen.',
      'Ce scan n’a pas pu être enregistré, n’admettez personne à ce poste et utilisez-en un autre.',
      'No se pudo guardar esta lectura: no dé acceso en este puesto, use otro.',
    ],
  ],
  [
    { kind: 'training' },
    [
      'Training code read: the scanner works.',
      'Übungscode gelesen, der Scanner funktioniert.',
      'Code d’essai lu, le lecteur fonctionne.',
      'Código de prueba leído: el lector funciona.',
    ],
  ],
  [
    { kind: 'enrolment' },
    [
      'This code sets up a station and is not a ticket.',
      'Dieser Code richtet eine Station ein und ist kein Ticket.',
      'Ce code sert à configurer un poste, ce n’est pas un billet.',
      'Este código configura un puesto y no es una entrada.',
    ],
  ],
];

describe('outcomeMessage', () => {
  it.each(expected)('says in each language that a scan was %o', (outcome, sentences) => {
    expect(locales.map((locale) => outcomeMessage(outcome, locale))).toEqual(sentences);
  });
});

describe('formatAge', () => {
  it.each([
    [0, '0 s'],
    [MICROS_PER_SECOND - 1, '0 s'],
    [40 * MICROS_PER_SECOND, '40 s'],
    [MICROS_PER_MINUTE - 1, '59 s'],
    [MICROS_PER_MINUTE, '1 min'],
    [MICROS_PER_HOUR - 1, '59 min'],
    [MICROS_PER_HOUR, '1 h'],
    [MICROS_PER_HOUR + 20 * MICROS_PER_MINUTE, '1 h 20 min'],
    [MICROS_PER_DAY - 1, '23 h 59 min'],
    [MICROS_PER_DAY, '1 d'],
    [2 * MICROS_PER_DAY + 3 * MICROS_PER_HOUR, '2 d 3 h'],
    [400 * MICROS_PER_DAY, '400 d'],
  ])('writes %d µs as %s', (micros, text) => {
    expect(describeAge(micros, 'en')).toBe(text);
  });

  it('counts days in the letter of the language', () => {
    expect(locales.map((locale) => describeAge(MICROS_PER_DAY, locale))).toEqual([
      '1 d',
      '1 d',
      '1 j',
      '1 d',
    ]);
  });

  it('is zero when a clock was put back', () => {
    expect(describeAge(-MICROS_PER_HOUR, 'en')).toBe('0 s');
  });

  it('is one or two whole numbers with their units, for any number', () => {
    fc.assert(
      fc.property(fc.double(), (micros) => {
        expect(describeAge(micros, 'en')).toMatch(/^[\d.e+]+ (s|min|h|d)( \d+ (min|h))?$/);
      }),
    );
  });
});
