import { type Catalogue, time24 } from './catalogue.ts';
import type { WallClockTime } from './phrases.ts';
import type { DesktopWords } from './en.ts';

const weekdays = ['So.', 'Mo.', 'Di.', 'Mi.', 'Do.', 'Fr.', 'Sa.'];
const months = [
  'Jan.',
  'Feb.',
  'März',
  'Apr.',
  'Mai',
  'Juni',
  'Juli',
  'Aug.',
  'Sept.',
  'Okt.',
  'Nov.',
  'Dez.',
];

export const germanVerdicts: Catalogue = {
  languageTag: 'de-DE',
  units: { second: 's', minute: 'min', hour: 'h', day: 'd' },
  day: ({ weekday, day, month, year }, withYear) =>
    `${weekdays[weekday]}, ${day}. ${months[month - 1]}${withYear ? ` ${year}` : ''}`,
  time: time24,
  verdict: {
    'scanning.ticket_refunded': {
      name: 'Ticket erstattet',
      sentence: () => 'Dieses Ticket wurde erstattet und ist nicht mehr gültig.',
    },
    'scanning.ticket_cancelled': {
      name: 'Ticket storniert',
      sentence: (what) =>
        ({
          removed: 'Dieses Ticket wurde ersetzt oder zurückgezogen, bitte das neue zeigen lassen.',
          cancelled: 'Dieses Ticket wurde storniert und ist nicht mehr gültig.',
          code_replaced:
            'Dieser Code wurde durch einen neueren ersetzt, bitte den neuesten Code des Tickets zeigen lassen.',
        })[what],
    },
    'scanning.session_cancelled': {
      name: 'Termin abgesagt',
      sentence: ({ starts, name }) =>
        `Der Termin am ${full(starts)}${named(name)} wurde abgesagt, das Ticket kann erstattet werden.`,
    },
    'scanning.wrong_entry_point': {
      name: 'Falscher Eingang',
      sentence: (right) => {
        if (right.kind === 'none') {
          return 'Dieses Ticket gilt an keinem Eingang, bitte die Einlassleitung fragen.';
        }
        if (right.kind === 'unnamed') return 'Dieses Ticket gilt nicht an diesem Eingang.';
        return `Falscher Eingang, richtig ist ${right.names}.`;
      },
    },
    'scanning.outside_session_window': {
      name: 'Anderer Termin',
      sentence: ({ starts, name, side, bound }) => {
        const verb = side === 'before' ? 'gilt' : 'galt';
        const entry = side === 'before' ? '; Einlass ab ' : '; Einlass war bis ';
        return `Dieses Ticket ${verb} für ${full(starts)}${named(name)}${bound ? entry + clock(bound) : ''}.`;
      },
    },
    'scanning.outside_validity_window': {
      name: 'Zu dieser Zeit nicht gültig',
      sentence: ({ side, bound }) =>
        side === 'before'
          ? `Noch nicht gültig, gültig ab ${short(bound)}.`
          : `Nicht mehr gültig seit ${short(bound)}.`,
    },
    'scanning.already_scanned': {
      name: 'Schon drin',
      sentence: ({ at, place, isFromPeer }) => {
        if (at === null) return 'Bereits eingecheckt; wann und wo, ist hier nicht bekannt.';
        const when = at.otherDay ? `am ${at.day}, um ${clock(at)}` : `um ${clock(at)}`;
        return isFromPeer
          ? `Eingelassen ${when}${named(place)}, laut der dortigen Station.`
          : `Bereits ${when} gescannt${named(place)}.`;
      },
    },
    'scanning.allowed': {
      sentence: () => 'Gültiges Ticket, bitte einlassen.',
    },
  },
  outcome: {
    unknown_ticket: ({ age }) =>
      age === null
        ? 'Nicht in den Daten dieser Station (noch nie abgeglichen).'
        : `Nicht in den Daten dieser Station (abgeglichen vor ${age}).`,
    wrong_event: ({ event }) =>
      event === null
        ? 'Dieses Ticket gilt für eine andere Veranstaltung.'
        : `Dieses Ticket gilt für eine andere Veranstaltung: ${event}.`,
    unreadable: () => 'Dieser Code gehört zu keinem Ticket, bitte den Code auf dem Ticket scannen.',
    partial: () => 'Nur ein halber Code wurde gelesen, bitte noch einmal scannen.',
    ambiguous: () =>
      'Das kann der Code von mehr als einem Ticket sein, bitte eingeben, wie er gedruckt ist.',
    not_recorded: () =>
      'Dieser Scan konnte nicht gespeichert werden: hier nicht einlassen, andere Station benutzen.',
    training: () => 'Übungscode gelesen, der Scanner funktioniert.',
    enrolment: () => 'Dieser Code richtet eine Station ein und ist kein Ticket.',
    overruled: () => 'Von der Einlassleitung zugelassen, bitte einlassen.',
    full: (facts) => `Voll: ${facts.inside} von ${facts.capacity} sind drin. Einlassleitung rufen.`,
    left: () => 'Hinaus: die Person mit diesem Ticket ist gegangen.',
    out_before: () => 'Hinaus: die Person mit diesem Ticket war schon gegangen.',
    not_in: () => 'Hinaus: hier ist kein Einlass mit diesem Ticket bekannt.',
  },
};

function clock(moment: WallClockTime): string {
  return `${moment.time} Uhr${moment.zone}`;
}

function full(moment: WallClockTime): string {
  return `${moment.day}, ${clock(moment)}`;
}

function short(moment: WallClockTime): string {
  return moment.otherDay ? full(moment) : clock(moment);
}

function named(name: string | null): string {
  return name === null ? '' : ` (${name})`;
}

export const germanDesktop: DesktopWords = {
  about: 'Über Gatehouse',
  hide: 'Gatehouse ausblenden',
  hideOthers: 'Andere ausblenden',
  showAll: 'Alle einblenden',
  quit: 'Gatehouse beenden',
  edit: 'Bearbeiten',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  cut: 'Ausschneiden',
  copy: 'Kopieren',
  paste: 'Einfügen',
  selectAll: 'Alles auswählen',
  view: 'Ansicht',
  actualSize: 'Originalgröße',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  fullScreen: 'Vollbild',
  window: 'Fenster',
  minimize: 'Minimieren',
  crashing: 'Der Bildschirm stürzt immer wieder ab',
  crashingDetail:
    'Kein aufgezeichneter Scan ist verloren. Versuchen Sie es erneut; wenn es nicht aufhört, starten Sie den Computer neu. Lassen Sie bis dahin an einer anderen Station ein.',
  tryAgain: 'Erneut versuchen',
  lookForUpdate: 'Nach neuer Version suchen…',
  organiserConsole: 'Veranstalter-Konsole',
  newVersion: (version) => `Es gibt eine neue Version: ${version}`,
  newVersionDetail:
    'Sie wird installiert, wenn Gatehouse beendet wird und alle Scans den Server erreicht haben.',
  newest: 'Das ist die neueste Version.',
  downloaded: (version) => `Version ${version} liegt bereit`,
  updateFailed: 'Die neue Version ließ sich nicht laden',
  download: 'Herunterladen',
  notNow: 'Nicht jetzt',
  ok: 'OK',
  unsent: (count) => `Scans, die den Server nicht erreicht haben: ${count}`,
};
