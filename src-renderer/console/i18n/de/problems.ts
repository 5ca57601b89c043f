import type { Words } from '../en/words.ts';

export const problems: Words['problems'] = {
  required: 'Hier fehlt etwas.',
  tooLong: (most) => `Höchstens ${most} Zeichen.`,
  unseen: 'Darin ist ein Zeichen, das man nicht sieht oder das sich nicht speichern lässt.',
  notEmail: 'Das ist keine E-Mail-Adresse.',
  notWhole: 'Bitte eine ganze Zahl angeben.',
  between: (least, most) => `Zwischen ${least} und ${most}.`,
  notMoney: 'Das ist kein Betrag.',
  notTime: 'Das sind kein Datum und keine Uhrzeit.',
  notJson: 'Das ist kein JSON.',
  atLeast: (least) => `Mindestens ${least}.`,
  slug: 'Nur Kleinbuchstaben, Ziffern und einzelne Bindestriche.',
  key: 'Nur Kleinbuchstaben, Ziffern und Unterstriche.',
  currency: 'Drei Großbuchstaben, etwa EUR.',
  timezone: 'Eine Zeitzone wie Europe/Berlin.',
  endsBefore: 'Das Ende muss nach dem Beginn liegen.',
  taken: 'Das ist schon vergeben.',
  meanwhile: (now) =>
    now === null
      ? 'Jemand hat es inzwischen geleert.'
      : `Jemand hat es inzwischen auf „${now}“ geändert.`,
  onlyLeft: (left) => `Nur noch ${left} übrig.`,
  sold: (count) => `Mindestens ${count}: So viele sind verkauft.`,
  chooseOne: 'Wählen Sie mindestens eines.',
  options: 'Mindestens eine Möglichkeit und keine doppelt.',
  begins: (prefix) => `Der Anfang muss ${prefix} sein.`,
  notPublic:
    'Nur öffentliche Adressen. Wer den Server betreibt, kann andere mit --webhook-allow erlauben.',
  ended: (state) => `Das geht nicht mehr: Es ist ${state}.`,
  states: {
    admitted: 'eingelassen',
    archived: 'archiviert',
    cancelled: 'storniert',
    converted: 'bestellt',
    erased: 'gelöscht',
    refunded: 'erstattet',
    resolved: 'gelöst',
    revoked: 'gesperrt',
    superseded: 'ersetzt',
  },
  notOnSale: 'Es ist nicht im Verkauf.',
  nothingLeft: 'Es ist nichts mehr zu erstatten.',
  password: {
    length: (least, most) => `${least} bis ${most} Zeichen.`,
    common: 'Das ist eines der häufigsten Passwörter. Wählen Sie ein anderes.',
    guessed: (least) => `Mindestens ${least} Zeichen außer „Gatehouse“ und Ihrer E-Mail-Adresse.`,
    wrong: 'Das ist nicht Ihr jetziges Passwort.',
  },
};
