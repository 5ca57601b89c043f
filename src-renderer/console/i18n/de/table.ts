import type { Words } from '../en/words.ts';

export const table: Words['table'] = {
  search: 'Suchen',
  clear: 'Leeren',
  filters: 'Filter',
  any: 'Alle',
  count: (count) => `${count} insgesamt`,
  full: (count: string) => `${count} werden gezeigt. Die übrigen finden Suche und Filter.`,
  loadMore: 'Mehr laden',
  loadingMore: 'Wird geladen…',
  empty: 'Hier ist noch nichts',
  noMatch: 'Keine Treffer',
  noMatchNext: 'Ändern Sie die Suche oder die Filter.',
  showAll: 'Alles anzeigen',
  selectAll: 'Alle angezeigten auswählen',
  actionsOf: (name) => `Aktionen für ${name}`,
  selectRow: (name) => `${name} auswählen`,
  selected: (count) => `${count} ausgewählt`,
  someFailed: (failed, done) => `${failed} fehlgeschlagen, ${done} erledigt`,
  deselect: 'Auswahl aufheben',
};
