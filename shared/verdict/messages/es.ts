import { type Catalogue, time24 } from './catalogue.ts';
import type { WallClockTime } from './phrases.ts';
import type { DesktopWords } from './en.ts';

const weekdays = ['dom', 'lun', 'mar', 'mié', 'jue', 'vie', 'sáb'];
const months = [
  'ene',
  'feb',
  'mar',
  'abr',
  'may',
  'jun',
  'jul',
  'ago',
  'sept',
  'oct',
  'nov',
  'dic',
];

export const spanishVerdicts: Catalogue = {
  languageTag: 'es-ES',
  units: { second: 's', minute: 'min', hour: 'h', day: 'd' },
  day: ({ weekday, day, month, year }, withYear) =>
    `${weekdays[weekday]} ${day} ${months[month - 1]}${withYear ? ` ${year}` : ''}`,
  time: time24,
  verdict: {
    'scanning.ticket_refunded': {
      name: 'Entrada reembolsada',
      sentence: () => 'Esta entrada se reembolsó y ya no es válida.',
    },
    'scanning.ticket_cancelled': {
      name: 'Entrada cancelada',
      sentence: (what) =>
        ({
          removed: 'Esta entrada fue sustituida o retirada: pida la nueva.',
          cancelled: 'Esta entrada se canceló y ya no es válida.',
          code_replaced:
            'Este código fue sustituido por uno más reciente: pida el último código de la entrada.',
        })[what],
    },
    'scanning.session_cancelled': {
      name: 'Fecha cancelada',
      sentence: ({ starts, name }) =>
        `La fecha del ${full(starts)}${named(name)} se canceló; la entrada se puede reembolsar.`,
    },
    'scanning.wrong_entry_point': {
      name: 'Acceso equivocado',
      sentence: (right) => {
        if (right.kind === 'none') {
          return 'Esta entrada no es válida en ningún acceso: consulte a un responsable.';
        }
        if (right.kind === 'unnamed') return 'Esta entrada no es válida en este acceso.';
        return `Acceso equivocado: indique a la persona que vaya a ${right.names}.`;
      },
    },
    'scanning.outside_session_window': {
      name: 'Otra fecha',
      sentence: ({ starts, name, side, bound }) => {
        const verb = side === 'before' ? 'es' : 'era';
        const entry = side === 'before' ? '; el acceso abre a ' : '; el acceso cerró a ';
        return `Esta entrada ${verb} para el ${full(starts)}${named(name)}${bound ? entry + hours(bound) : ''}.`;
      },
    },
    'scanning.outside_validity_window': {
      name: 'No válida a esa hora',
      sentence: ({ side, bound }) => {
        const when = bound.otherDay ? `el ${full(bound)}` : hours(bound);
        return side === 'before'
          ? `Todavía no es válida: lo será desde ${when}.`
          : `Ya no es válida desde ${when}.`;
      },
    },
    'scanning.already_scanned': {
      name: 'Ya entró',
      sentence: ({ at, place, isFromPeer }) => {
        if (at === null) return 'Ya registrada; aquí no se sabe cuándo ni dónde.';
        const when = at.otherDay ? `el ${at.day} a ${hours(at)}` : `a ${hours(at)}`;
        return isFromPeer
          ? `Ya entró ${when}${named(place)}, según ese otro puesto.`
          : `Ya escaneada ${when}${named(place)}.`;
      },
    },
    'scanning.allowed': {
      sentence: () => 'Entrada válida: deje pasar.',
    },
  },
  outcome: {
    unknown_ticket: ({ age }) =>
      age === null
        ? 'No figura en los datos de este puesto (nunca sincronizados).'
        : `No figura en los datos de este puesto (sincronizados hace ${age}).`,
    wrong_event: ({ event }) =>
      event === null
        ? 'Esta entrada es de otro evento.'
        : `Esta entrada es de otro evento: ${event}.`,
    unreadable: () => 'Este código no es de ninguna entrada: escanee el código de la entrada.',
    partial: () => 'Solo se leyó medio código: escanee otra vez.',
    ambiguous: () =>
      'Este código puede ser de más de una entrada: escríbalo tal como está impreso.',
    not_recorded: () => 'No se pudo guardar esta lectura: no dé acceso en este puesto, use otro.',
    training: () => 'Código de prueba leído: el lector funciona.',
    enrolment: () => 'Este código configura un puesto y no es una entrada.',
    overruled: () => 'Admitida por un responsable: deje pasar a la persona.',
    full: (facts) =>
      `Aforo completo: hay ${facts.inside} de ${facts.capacity} dentro. Consulte a un responsable.`,
    left: () => 'Salida: la persona con esta entrada ha salido.',
    out_before: () => 'Salida: la persona con esta entrada ya había salido.',
    not_in: () => 'Salida: aquí no consta ningún acceso con esta entrada.',
  },
};

/** The time with its article, which is singular at one o'clock. */
function hours(moment: WallClockTime): string {
  return `${moment.time.startsWith('01:') ? 'la' : 'las'} ${moment.time}${moment.zone}`;
}

function full(moment: WallClockTime): string {
  return `${moment.day}, ${moment.time}${moment.zone}`;
}

function named(name: string | null): string {
  return name === null ? '' : ` (${name})`;
}

export const spanishDesktop: DesktopWords = {
  about: 'Acerca de Gatehouse',
  hide: 'Ocultar Gatehouse',
  hideOthers: 'Ocultar otros',
  showAll: 'Mostrar todo',
  quit: 'Salir de Gatehouse',
  edit: 'Edición',
  undo: 'Deshacer',
  redo: 'Rehacer',
  cut: 'Cortar',
  copy: 'Copiar',
  paste: 'Pegar',
  selectAll: 'Seleccionar todo',
  view: 'Visualización',
  actualSize: 'Tamaño real',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  fullScreen: 'Pantalla completa',
  window: 'Ventana',
  minimize: 'Minimizar',
  crashing: 'La pantalla se cierra una y otra vez',
  crashingDetail:
    'No se ha perdido ninguna lectura registrada. Inténtelo de nuevo; si continúa, reinicie el equipo. Mientras tanto, dé paso en otro puesto.',
  tryAgain: 'Intentar de nuevo',
  lookForUpdate: 'Buscar una versión nueva…',
  organiserConsole: 'Consola del organizador',
  newVersion: (version) => `Hay una versión nueva: ${version}`,
  newVersionDetail:
    'Se instala al cerrar Gatehouse, cuando todas las lecturas hayan llegado al servidor.',
  newest: 'Esta es la versión más reciente.',
  downloaded: (version) => `La versión ${version} está lista`,
  updateFailed: 'No se pudo obtener la versión nueva',
  download: 'Descargar',
  notNow: 'Ahora no',
  ok: 'Aceptar',
  unsent: (count) => `Lecturas que no han llegado al servidor: ${count}`,
};
