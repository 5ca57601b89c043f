import type { Words } from '../en/words.ts';

export const table: Words['table'] = {
  search: 'Rechercher',
  clear: 'Effacer',
  filters: 'Filtres',
  any: 'Tous',
  count: (count) => `${count} au total`,
  full: (count: string) =>
    `${count} sont affichés. La recherche et les filtres trouvent les autres.`,
  loadMore: 'Charger la suite',
  loadingMore: 'Chargement…',
  empty: 'Il n’y a encore rien ici',
  noMatch: 'Aucun résultat',
  noMatchNext: 'Modifiez la recherche ou les filtres.',
  showAll: 'Tout afficher',
  selectAll: 'Sélectionner tout ce qui est affiché',
  actionsOf: (name) => `Actions pour ${name}`,
  selectRow: (name) => `Sélectionner ${name}`,
  selected: (count) => `Sélection\u00a0: ${count}`,
  someFailed: (failed, done) => `Échecs\u00a0: ${failed}, réussites\u00a0: ${done}`,
  deselect: 'Effacer la sélection',
};
