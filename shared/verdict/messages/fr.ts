import { type Catalogue, time24 } from './catalogue.ts';
import type { WallClockTime } from './phrases.ts';
import type { DesktopWords } from './en.ts';

const weekdays = ['dim.', 'lun.', 'mar.', 'mer.', 'jeu.', 'ven.', 'sam.'];
const months = [
  'janv.',
  'févr.',
  'mars',
  'avr.',
  'mai',
  'juin',
  'juil.',
  'août',
  'sept.',
  'oct.',
  'nov.',
  'déc.',
];

export const frenchVerdicts: Catalogue = {
  languageTag: 'fr-FR',
  units: { second: 's', minute: 'min', hour: 'h', day: 'j' },
  day: ({ weekday, day, month, year }, withYear) =>
    `${weekdays[weekday]} ${day === 1 ? '1er' : day} ${months[month - 1]}${withYear ? ` ${year}` : ''}`,
  time: time24,
  verdict: {
    'scanning.ticket_refunded': {
      name: 'Billet remboursé',
      sentence: () => 'Ce billet a été remboursé et n’est plus valable.',
    },
    'scanning.ticket_cancelled': {
      name: 'Billet annulé',
      sentence: (what) =>
        ({
          removed: 'Ce billet a été remplacé ou retiré, demandez le nouveau.',
          cancelled: 'Ce billet a été annulé et n’est plus valable.',
          code_replaced:
            'Ce code a été remplacé par un plus récent, demandez le dernier code du billet.',
        })[what],
    },
    'scanning.session_cancelled': {
      name: 'Date annulée',
      sentence: ({ starts, name }) =>
        `La date du ${full(starts)}${named(name)} est annulée, le billet peut être remboursé.`,
    },
    'scanning.wrong_entry_point': {
      name: 'Mauvaise entrée',
      sentence: (right) => {
        if (right.kind === 'none') {
          return 'Ce billet n’est valable à aucune entrée, demandez à un responsable.';
        }
        if (right.kind === 'unnamed') return 'Ce billet n’est pas valable à cette entrée.';
        return `Mauvaise entrée, orientez la personne vers ${right.names}.`;
      },
    },
    'scanning.outside_session_window': {
      name: 'Autre date',
      sentence: ({ starts, name, side, bound }) => {
        const verb = side === 'before' ? 'est' : 'était';
        const entry = side === 'before' ? ', entrée à partir de ' : ', entrée fermée depuis ';
        return `Ce billet ${verb} pour le ${full(starts)}${named(name)}${bound ? entry + clock(bound) : ''}.`;
      },
    },
    'scanning.outside_validity_window': {
      name: 'Pas valable à cette heure',
      sentence: ({ side, bound }) => {
        if (side === 'before') {
          return bound.otherDay
            ? `Pas encore valable, à partir du ${full(bound)}.`
            : `Pas encore valable, à partir de ${clock(bound)}.`;
        }
        return bound.otherDay
          ? `N’est plus valable depuis le ${full(bound)}.`
          : `N’est plus valable depuis ${clock(bound)}.`;
      },
    },
    'scanning.already_scanned': {
      name: 'Déjà entré',
      sentence: ({ at, place, isFromPeer }) => {
        if (at === null) return 'Déjà enregistré, heure et lieu inconnus ici.';
        const when = at.otherDay ? `le ${full(at)}` : `à ${clock(at)}`;
        return isFromPeer
          ? `Déjà entré ${when}${named(place)}, selon cet autre poste.`
          : `Déjà scanné ${when}${named(place)}.`;
      },
    },
    'scanning.allowed': {
      sentence: () => 'Billet valable, laissez entrer.',
    },
  },
  outcome: {
    unknown_ticket: ({ age }) =>
      age === null
        ? 'Absent des données de ce poste (jamais synchronisées).'
        : `Absent des données de ce poste (synchronisées il y a ${age}).`,
    wrong_event: ({ event }) =>
      event === null
        ? 'Ce billet est pour un autre événement.'
        : `Ce billet est pour un autre événement\u00a0: ${event}.`,
    unreadable: () => 'Ce code ne désigne aucun billet, scannez le code du billet.',
    partial: () => 'Une moitié de code seulement a été lue, scannez de nouveau.',
    ambiguous: () =>
      'Ce code peut être celui de plusieurs billets, tapez-le tel qu’il est imprimé.',
    not_recorded: () =>
      'Ce scan n’a pas pu être enregistré, n’admettez personne à ce poste et utilisez-en un autre.',
    training: () => 'Code d’essai lu, le lecteur fonctionne.',
    enrolment: () => 'Ce code sert à configurer un poste, ce n’est pas un billet.',
    overruled: () => 'Admis par un responsable, laissez entrer la personne.',
    full: (facts) =>
      `Complet\u00a0: ${facts.inside} sur ${facts.capacity} à l’intérieur. Demandez à un responsable.`,
    left: () => 'Sortie\u00a0: la personne avec ce billet est sortie.',
    out_before: () => 'Sortie\u00a0: la personne avec ce billet était déjà sortie.',
    not_in: () => 'Sortie\u00a0: aucune entrée avec ce billet n’est connue ici.',
  },
};

function clock(moment: WallClockTime): string {
  return moment.time + moment.zone;
}

function full(moment: WallClockTime): string {
  return `${moment.day} à ${clock(moment)}`;
}

function named(name: string | null): string {
  return name === null ? '' : ` (${name})`;
}

export const frenchDesktop: DesktopWords = {
  about: 'À propos de Gatehouse',
  hide: 'Masquer Gatehouse',
  hideOthers: 'Masquer les autres',
  showAll: 'Tout afficher',
  quit: 'Quitter Gatehouse',
  edit: 'Édition',
  undo: 'Annuler',
  redo: 'Rétablir',
  cut: 'Couper',
  copy: 'Copier',
  paste: 'Coller',
  selectAll: 'Tout sélectionner',
  view: 'Affichage',
  actualSize: 'Taille réelle',
  zoomIn: 'Zoom avant',
  zoomOut: 'Zoom arrière',
  fullScreen: 'Plein écran',
  window: 'Fenêtre',
  minimize: 'Réduire',
  crashing: 'L’écran ne cesse de planter',
  crashingDetail:
    'Aucun scan enregistré n’est perdu. Réessayez ; si cela continue, redémarrez l’ordinateur. En attendant, admettez à un autre poste.',
  tryAgain: 'Réessayer',
  lookForUpdate: 'Rechercher une nouvelle version…',
  organiserConsole: 'Console de l’organisateur',
  newVersion: (version) => `Une nouvelle version existe : ${version}`,
  newVersionDetail:
    'Elle est installée à la fermeture de Gatehouse, une fois tous les scans arrivés au serveur.',
  newest: 'C’est la version la plus récente.',
  downloaded: (version) => `La version ${version} est prête`,
  updateFailed: 'La nouvelle version n’a pas pu être récupérée',
  download: 'Télécharger',
  notNow: 'Pas maintenant',
  ok: 'OK',
  unsent: (count) => `Scans qui ne sont pas arrivés au serveur : ${count}`,
};
