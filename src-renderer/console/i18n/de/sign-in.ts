import type { Words } from '../en/words.ts';

export const signIn: Words['signIn'] = {
  title: 'Anmelden',
  email: 'E-Mail',
  password: 'Passwort',
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  code: 'Code',
  continue: 'Weiter',
  or: 'oder',
  withPasskey: 'Mit Passkey anmelden',
  usePasskey: 'Passkey verwenden',
  noPasskeysHere:
    'Unter einer bloßen IP-Adresse funktionieren Passkeys nicht. Öffnen Sie die Konsole unter ihrem Namen, oder verwenden Sie Ihre Authenticator-App.',
  passkeyFailed:
    'Der Passkey wurde nicht verwendet. Versuchen Sie es erneut, oder wählen Sie einen anderen Weg.',
  forgot: {
    ask: 'Passwort vergessen?',
    title: 'Neues Passwort',
    lead: 'Wir senden Ihnen einen Link, mit dem Sie ein neues festlegen. Ihr zweiter Faktor bleibt, wie er ist.',
    send: 'Link senden',
    sent: 'Sehen Sie in Ihr Postfach',
    sentNext: (email) =>
      `Wenn ${email} hier ein Konto hat, ist ein Link unterwegs. Er gilt einmal.`,
    noMail:
      'Dieser Server versendet keine E-Mails. Bitten Sie einen Inhaber Ihres Veranstalters um einen Link für ein neues Passwort.',
    back: 'Zurück zur Anmeldung',
  },
  insecure: {
    title: 'Diese Adresse ist nicht sicher',
    lead: 'Browser sperren, was Ihre Sitzung schützt, außer die Adresse beginnt mit https:// oder ist die dieses Computers selbst.',
    next: 'Öffnen Sie die Konsole unter ihrer https://-Adresse. Auf dem Computer, auf dem der Server läuft, geht auch http://localhost.',
  },
  factor: {
    title: 'Zweiter Faktor',
    ask: 'Die sechs Ziffern, die Ihre Authenticator-App gerade zeigt.',
    verify: 'Bestätigen',
    useRecovery: 'Wiederherstellungscode verwenden',
    recoveryAsk: 'Einer der zehn Codes, die Sie aufbewahrt haben. Er gilt einmal.',
    recovery: 'Wiederherstellungscode',
    useCode: 'Authenticator-App verwenden',
    other: 'Mit anderem Konto anmelden',
  },
  again: {
    title: 'Zweiten Faktor erneut zeigen',
    why: 'Dafür darf der zweite Faktor höchstens zehn Minuten alt sein.',
  },
  organiser: {
    title: 'Veranstalter wählen',
    none: 'Sie gehören keinem Veranstalter mehr an. Bitten Sie einen Inhaber um eine Einladung.',
  },
  join: {
    owner: {
      title: 'Diesen Server einrichten',
      lead: 'Sie werden sein erster Inhaber. Alles Weitere folgt danach.',
      organiser: 'Veranstalter',
      organiserHint: 'Der Name, den Gäste kennen.',
      begin: 'Beginnen',
    },
    invitation: {
      title: (organisers) => (organisers === '' ? 'Beitreten' : `${organisers} beitreten`),
      lead: (email) => `Sie melden sich als ${email} an.`,
      begin: 'Beitreten',
    },
    reset: {
      title: 'Neues Passwort',
      lead: (email) => `Für ${email}. Ihr zweiter Faktor bleibt, wie er ist.`,
      begin: 'Passwort festlegen',
    },
    passwordHint: (least) =>
      `Mindestens ${least} Zeichen. Am besten einige Wörter, die nur Sie so zusammenstellen.`,
    ended: 'Dieser Link gilt nicht mehr',
    endedNext:
      'Er ist abgelaufen oder wurde schon benutzt. Bitten Sie um einen neuen, oder melden Sie sich an.',
    toSignIn: 'Zur Anmeldung',
  },
  enrol: {
    title: 'Zweiten Faktor hinzufügen',
    lead: 'Ein Passwort allein genügt hier nicht. Eines davon brauchen Sie bei jeder Anmeldung.',
    passkey: {
      title: 'Passkey',
      lead: 'Fingerabdruck, Gesicht, PIN oder Sicherheitsschlüssel. Am schnellsten und am sichersten.',
      name: 'Name des Passkeys',
      nameHint: 'Damit Sie später wissen, welches Gerät es ist.',
      add: 'Passkey hinzufügen',
      device: 'Dieses Gerät',
    },
    app: {
      title: 'Authenticator-App',
      lead: 'Eine App auf Ihrem Telefon zeigt sechs Ziffern, alle 30 Sekunden neue.',
      begin: 'App einrichten',
      scan: 'Scannen Sie dies mit der App, und geben Sie dann den angezeigten Code ein.',
      qr: 'QR-Code für die Authenticator-App',
      secret: 'Oder geben Sie diesen Schlüssel in die App ein',
      confirm: 'Bestätigen',
    },
    codes: {
      title: 'Wiederherstellungscodes aufbewahren',
      lead: 'Wenn Sie Telefon oder Schlüssel verlieren, kommen Sie mit einem davon hinein. Jeder gilt einmal. Sie werden nur jetzt gezeigt.',
      label: 'Wiederherstellungscodes',
      kept: 'Ich habe sie aufbewahrt',
      fileName: 'gatehouse-wiederherstellungscodes.txt',
    },
  },
};
