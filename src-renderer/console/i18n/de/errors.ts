import type { Words } from '../en/words.ts';

export const errors: Words['errors'] = {
  'page.offline': {
    what: 'Dieses Gerät ist offline',
    next: 'Was Sie sehen, kann veraltet sein. Es geht von selbst weiter, sobald wieder ein Netz da ist.',
  },
  'page.unreachable': {
    what: 'Der Server antwortet nicht',
    next: 'Prüfen Sie, ob er läuft und unter dieser Adresse erreichbar ist.',
  },
  'resource.not_found': {
    what: 'Es wurde nicht gefunden',
    next: 'Vielleicht wurde es entfernt, oder es gehört zu einem anderen Veranstalter.',
  },
  'operation.repeated': {
    what: 'Es wurde schon beim ersten Mal erledigt',
    next: 'Nur die Antwort ging unterwegs verloren. Was Sie sehen, ist der jetzige Stand.',
  },
  'record.changed': {
    what: 'Jemand anderes hat inzwischen dasselbe geändert',
    next: 'Es wurde nichts gespeichert. Vergleichen Sie, was beim Feld steht, und speichern Sie noch einmal, wenn Ihres stimmt.',
  },
  'role.insufficient': {
    what: 'Ihre Rolle erlaubt das nicht',
    next: 'Ein Inhaber des Veranstalters kann Ihre Rolle in den Einstellungen ändern.',
  },
  'plan.required': {
    what: 'Der Tarif enthält das nicht',
    next: 'Dafür ist ein Tarif mit API-Zugang nötig.',
  },
  'session.second_factor_stale': {
    what: 'Der zweite Faktor wurde nicht gezeigt',
    next: 'Es wurde nichts geändert.',
  },
  'session.sign_in_failed': {
    what: 'Das stimmt nicht überein',
    next: 'Prüfen Sie Ihre Eingabe, und versuchen Sie es erneut.',
  },
  'session.link_ended': {
    what: 'Der Link ist abgelaufen oder wurde schon benutzt',
    next: 'Bitten Sie um einen neuen.',
  },
  'mail.not_configured': {
    what: 'Dieser Server versendet keine E-Mails',
    next: 'Wer ihn betreibt, kann einen Mailserver angeben. Bis dahin lassen sich Tickets drucken.',
  },
  'session.throttled': {
    what: 'Zu viele Versuche',
    next: 'Warten Sie etwas und versuchen Sie es erneut.',
  },
  'session.authenticator_ended': {
    what: 'Die Authenticator-App gilt nicht mehr',
    next: 'Nach hundert falschen Codes in Folge hilft kein Warten. Verwenden Sie einen Passkey oder einen Wiederherstellungscode. Haben Sie keinen, bitten Sie einen Inhaber Ihres Veranstalters um einen Link für ein neues Passwort: Dann gelten ihre Codes wieder.',
  },
  'rate.limited': {
    what: 'Zu viele Anfragen',
    next: 'Warten Sie eine Minute, und versuchen Sie es dann erneut.',
  },
  'server.unavailable': {
    what: 'Der Server ist ausgelastet oder seine Festplatte ist voll',
    next: 'Es wurde nichts geändert. Versuchen Sie es gleich noch einmal.',
  },
  'session.origin_refused': {
    what: 'Der Server hat eine andere Adresse als diese Seite',
    next: 'Öffnen Sie die Konsole unter der Adresse, die der Server ausgibt. Hinter einem Proxy muss dem Server seine öffentliche Adresse angegeben werden.',
  },
  other: {
    what: 'Es hat nicht geklappt',
    next: 'Versuchen Sie es erneut. Passiert es wieder, sagen Sie es dem Betreiber des Servers.',
  },
  codeWrong: (clock) =>
    [
      'Das ist nicht der Code dieses Augenblicks. Geben Sie den neuesten ein; jeder gilt einmal.',
      ...(clock === null
        ? []
        : [
            `Geht keiner, weichen die Uhren von Server und Telefon um mehr als eine halbe Minute ab: Die des Servers zeigt ${clock}.`,
          ]),
    ].join(' '),
  waitFor: (wait) => `Noch ${wait} warten.`,
  waitOver: 'Sie können es jetzt erneut versuchen.',
};
