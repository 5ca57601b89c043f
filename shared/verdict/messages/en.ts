import { type Catalogue, time24 } from './catalogue.ts';
import type { WallClockTime } from './phrases.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const englishVerdicts: Catalogue = {
  languageTag: 'en-GB',
  units: { second: 's', minute: 'min', hour: 'h', day: 'd' },
  day: ({ weekday, day, month, year }, withYear) =>
    `${weekdays[weekday]} ${day} ${months[month - 1]}${withYear ? ` ${year}` : ''}`,
  time: time24,
  verdict: {
    'scanning.ticket_refunded': {
      name: 'Ticket refunded',
      sentence: () => 'This ticket was refunded and is no longer valid.',
    },
    'scanning.ticket_cancelled': {
      name: 'Ticket cancelled',
      sentence: (what) =>
        ({
          removed: 'This ticket was replaced or withdrawn: ask for the new one.',
          cancelled: 'This ticket was cancelled and is no longer valid.',
          code_replaced:
            'This code was replaced by a newer one: ask for the newest code of the ticket.',
        })[what],
    },
    'scanning.session_cancelled': {
      name: 'Date cancelled',
      sentence: ({ starts, name }) =>
        `The date ${full(starts)}${named(name)} was cancelled; the ticket can be refunded.`,
    },
    'scanning.wrong_entry_point': {
      name: 'Wrong entrance',
      sentence: (right) => {
        if (right.kind === 'none') {
          return 'This ticket is not valid at any entry point: ask a supervisor.';
        }
        if (right.kind === 'unnamed') return 'This ticket is not valid at this entry point.';
        return `Wrong entrance: send the holder to ${right.names}.`;
      },
    },
    'scanning.outside_session_window': {
      name: 'Another date',
      sentence: ({ starts, name, side, bound }) => {
        const verb = side === 'before' ? 'is' : 'was';
        const entry = side === 'before' ? '; entry opens at ' : '; entry closed at ';
        return `This ticket ${verb} for ${full(starts)}${named(name)}${bound ? entry + clock(bound) : ''}.`;
      },
    },
    'scanning.outside_validity_window': {
      name: 'Not valid at that time',
      sentence: ({ side, bound }) =>
        side === 'before'
          ? `Not valid yet: valid from ${short(bound)}.`
          : `No longer valid since ${short(bound)}.`,
    },
    'scanning.already_scanned': {
      name: 'Already in',
      sentence: ({ at, place, isFromPeer }) => {
        if (at === null) return 'Already checked in; when and where is not known here.';
        const when = at.otherDay ? `on ${at.day} at ${clock(at)}` : `at ${clock(at)}`;
        const where = place === null ? '' : ` at ${place}`;
        return isFromPeer
          ? `Admitted ${when}${where} (told by that station).`
          : `Already scanned ${when}${where}.`;
      },
    },
    'scanning.allowed': {
      sentence: () => 'Valid ticket: let the holder in.',
    },
  },
  outcome: {
    unknown_ticket: ({ age }) =>
      age === null
        ? 'Not in this station’s data (never synced).'
        : `Not in this station’s data (synced ${age} ago).`,
    wrong_event: ({ event }) =>
      event === null
        ? 'This ticket is for another event.'
        : `This ticket is for another event: ${event}.`,
    unreadable: () => 'This code names no ticket: scan the code on the ticket.',
    partial: () => 'Only half of a code was read: scan it again.',
    ambiguous: () => 'This may be the code of more than one ticket: type it as it is printed.',
    not_recorded: () =>
      'This scan could not be saved: do not admit at this station, use another one.',
    training: () => 'Training code read: the scanner works.',
    enrolment: () => 'This code sets up a station and is not a ticket.',
    overruled: () => 'Admitted by a supervisor: let the holder in.',
    full: (facts) => `Full: ${facts.inside} of ${facts.capacity} are inside. Ask a supervisor.`,
    left: () => 'Out: the ticket holder has left.',
    out_before: () => 'Out: the ticket holder had left before.',
    not_in: () => 'Out: no admission of this ticket is known here.',
  },
};

function clock(moment: WallClockTime): string {
  return moment.time + moment.zone;
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

/** The desktop app's texts outside its page: menus and message boxes. */
export const englishDesktop = {
  about: 'About Gatehouse',
  hide: 'Hide Gatehouse',
  hideOthers: 'Hide others',
  showAll: 'Show all',
  quit: 'Quit Gatehouse',
  edit: 'Edit',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  view: 'View',
  actualSize: 'Actual size',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fullScreen: 'Full screen',
  window: 'Window',
  minimize: 'Minimize',
  crashing: 'The screen keeps crashing',
  crashingDetail:
    'No recorded scan is lost. Try again; if it continues, restart the computer. Until then, admit at another station.',
  tryAgain: 'Try again',
  lookForUpdate: 'Check for updates…',
  organiserConsole: 'Organiser console',
  newVersion: (version: string) => `A new version is available: ${version}`,
  newVersionDetail:
    'It is installed when Gatehouse is closed and every scan has reached the server.',
  newest: 'Gatehouse is up to date.',
  downloaded: (version: string) => `Version ${version} is ready`,
  updateFailed: 'The new version could not be downloaded',
  download: 'Download',
  notNow: 'Not now',
  ok: 'OK',
  /** On the app's taskbar icon, for screen readers. */
  unsent: (count: number) => `Scans that have not reached the server: ${count}`,
};

export type DesktopWords = typeof englishDesktop;
