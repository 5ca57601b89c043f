import type { Locale } from '../../../shared/verdict/locale.ts';

/** The desktop app's texts outside its page: menus and message boxes. */
export interface DesktopWords {
  readonly about: string;
  readonly hide: string;
  readonly hideOthers: string;
  readonly showAll: string;
  readonly quit: string;
  readonly edit: string;
  readonly undo: string;
  readonly redo: string;
  readonly cut: string;
  readonly copy: string;
  readonly paste: string;
  readonly selectAll: string;
  readonly view: string;
  readonly actualSize: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly fullScreen: string;
  readonly window: string;
  readonly minimize: string;
  readonly crashing: string;
  readonly crashingDetail: string;
  readonly tryAgain: string;
  readonly lookForUpdate: string;
  readonly newVersion: (version: string) => string;
  readonly newVersionDetail: string;
  readonly newest: string;
  readonly downloaded: (version: string) => string;
  readonly updateFailed: string;
  readonly download: string;
  readonly notNow: string;
  readonly ok: string;
  /** On the app's taskbar icon, for screen readers. */
  readonly unsent: (count: number) => string;
}

export const desktopWords: Readonly<Record<Locale, DesktopWords>> = {
  en: {
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
    newVersion: (version) => `A new version is available: ${version}`,
    newVersionDetail:
      'It is installed when Gatehouse is closed and every scan has reached the server.',
    newest: 'Gatehouse is up to date.',
    downloaded: (version) => `Version ${version} is ready`,
    updateFailed: 'The new version could not be downloaded',
    download: 'Download',
    notNow: 'Not now',
    ok: 'OK',
    unsent: (count) => `Scans that have not reached the server: ${count}`,
  },
  de: {
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
  },
  fr: {
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
  },
  es: {
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
  },
};
