import type { Words } from '../en/words.ts';

export const stations: Words['stations'] = {
  title: 'Stationen',
  enrol: 'Station hinzufügen',
  needsPlan: 'Neue Stationen brauchen einen Tarif mit API-Zugang',
  empty: 'Noch keine Stationen',
  emptyNext:
    'Fügen Sie eine hinzu: Sie erhält einen Code, den Sie an der Station eingeben oder scannen.',
  name: 'Name',
  status: 'Status',
  connected: 'Verbunden',
  silent: 'Meldet sich nicht',
  never: 'Nie verbunden',
  attention: 'Braucht Aufmerksamkeit',
  revoked: 'Gesperrt',
  none: 'Keine Angabe',
  event: 'Veranstaltung',
  queued: 'Noch zu senden',
  seen: 'Letzte Meldung',
  version: 'Version',
  created: 'Hinzugefügt',
  dataAge: 'Stand ihrer Daten',
  clock: 'Abweichung ihrer Uhr',
  seconds: (seconds) => `${seconds.toFixed(1).replace('.', ',')} s`,
  scanner: 'Scanner',
  code: 'Anmeldecode',
  codeOf: (name) => `${name} verbinden`,
  codeWhat: (until) =>
    `Wählen Sie an der Station „Verbinden“ und scannen oder fügen Sie ihn ein. Er gilt einmal, bis ${until}.`,
  codeHere: (address) =>
    `Er führt zu ${address}, was nur der Computer des Servers selbst erreicht: Für eine Station auf einem anderen Gerät gibt der Betreiber dem Server zuerst eine Adresse im Netz.`,
  rename: 'Umbenennen',
  saved: 'Gespeichert',
  revoke: 'Sperren',
  revokeWhat:
    'Beim nächsten Kontakt löscht die Station ihre Ticketdaten und versiegelt ihr Journal. Noch nicht gesendete Scans lassen sich danach aus der versiegelten Datei nachreichen. Das lässt sich nicht rückgängig machen.',
  wasRevoked: 'Die Station ist gesperrt',
};
