import type { ProblemState } from '../../../../shared/console/problems.ts';
import type { Words } from '../en/words.ts';

const required = () => 'Hier fehlt etwas.';
const whole = () => 'Bitte eine ganze Zahl angeben.';
const unseen = () =>
  'Darin ist ein Zeichen, das man nicht sieht oder das sich nicht speichern lässt.';
const taken = () => 'Das ist schon vergeben.';

const states: Readonly<Record<ProblemState, string>> = {
  admitted: 'eingelassen',
  archived: 'archiviert',
  awaiting_approval: 'noch nicht freigegeben',
  cancelled: 'storniert',
  converted: 'bestellt',
  draft: 'ein Entwurf',
  erased: 'gelöscht',
  expired: 'abgelaufen',
  free_confirmed: 'bestätigt',
  offered: 'angeboten',
  paid: 'bezahlt',
  pending_payment: 'noch nicht bezahlt',
  refunded: 'erstattet',
  resolved: 'gelöst',
  revoked: 'gesperrt',
  superseded: 'ersetzt',
  waiting: 'auf der Warteliste',
};

export const problems: Words['problems'] = {
  notMoney: 'Das ist kein Betrag.',
  notTime: 'Das sind kein Datum und keine Uhrzeit.',
  notJson: 'Das ist kein JSON.',
  meanwhile: (now) =>
    now === null
      ? 'Jemand hat es inzwischen geleert.'
      : `Jemand hat es inzwischen auf „${now}“ geändert.`,
  refused: {
    required,
    empty: required,
    blank: required,
    choose_one: () => 'Wählen Sie mindestens eines.',
    too_long: ({ most }) => `Höchstens ${most} Zeichen.`,
    unseen,
    unstorable: unseen,
    not_email: () => 'Das ist keine E-Mail-Adresse.',
    not_whole: whole,
    not_quantity: whole,
    at_least: ({ least }) => `Mindestens ${least}.`,
    between: ({ least, most }) => `Zwischen ${least} und ${most}.`,
    slug: () => 'Nur Kleinbuchstaben, Ziffern und einzelne Bindestriche.',
    key: () => 'Nur Kleinbuchstaben, Ziffern und Unterstriche.',
    currency: () => 'Drei Großbuchstaben, etwa EUR.',
    order_currency: ({ currency }) => `Die Bestellung ist in ${currency}.`,
    timezone: () => 'Eine Zeitzone wie Europe/Berlin.',
    ends_before: () => 'Das Ende muss nach dem Beginn liegen.',
    begins: ({ prefix }) => `Der Anfang muss ${prefix} sein.`,
    options: () => 'Mindestens eine Möglichkeit und keine doppelt.',
    slug_taken: taken,
    name_taken: taken,
    field_taken: taken,
    asked: taken,
    member_already: taken,
    passkey_added: taken,
    only_left: ({ left }) => `Nur noch ${left} übrig.`,
    sold: ({ sold }) => `Mindestens ${sold}: So viele sind verkauft.`,
    not_on_sale: () => 'Es ist nicht im Verkauf.',
    nothing_left: () => 'Es ist nichts mehr zu erstatten.',
    not_public: () =>
      'Nur öffentliche Adressen. Wer den Server betreibt, kann andere mit --webhook-allow erlauben.',
    no_space: () => 'Der Speicher des Servers ist voll. Sagen Sie es dem, der den Server betreibt.',
    state: ({ state }) => `Das geht nicht: Es ist ${states[state]}.`,
    password_length: ({ least, most }) => `${least} bis ${most} Zeichen.`,
    password_common: () => 'Das ist eines der häufigsten Passwörter. Wählen Sie ein anderes.',
    password_guessed: ({ least }) =>
      `Mindestens ${least} Zeichen außer „Gatehouse“ und Ihrer E-Mail-Adresse.`,
    password_wrong: () => 'Das ist nicht Ihr jetziges Passwort.',
  },
};
