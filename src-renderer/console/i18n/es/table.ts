import type { Words } from '../en/words.ts';

export const table: Words['table'] = {
  search: 'Buscar',
  clear: 'Borrar',
  filters: 'Filtros',
  any: 'Todos',
  count: (count) => `${count} en total`,
  full: (count: string) => `Se muestran ${count}. Busque o filtre para ver los demás.`,
  loadMore: 'Cargar más',
  loadingMore: 'Cargando más…',
  empty: 'Aquí todavía no hay nada',
  noMatch: 'Sin resultados',
  noMatchNext: 'Cambie la búsqueda o los filtros.',
  showAll: 'Mostrar todo',
  selectAll: 'Seleccionar todo lo mostrado',
  actionsOf: (name) => `Acciones de ${name}`,
  selectRow: (name) => `Seleccionar ${name}`,
  selected: (count) => `Seleccionados: ${count}`,
  someFailed: (failed, done) => `Con error: ${failed}; hechos: ${done}`,
  deselect: 'Quitar la selección',
};
