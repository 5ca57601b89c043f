/** Lists and forms, whatever they are about. */
export const table = {
  search: 'Search',
  clear: 'Clear',
  filters: 'Filters',
  any: 'Any',
  count: (count: string) => `${count} in all`,
  loadMore: 'Load more',
  loadingMore: 'Loading more…',
  empty: 'There is nothing here yet',
  noMatch: 'Nothing matches',
  noMatchNext: 'Change the search or the filters.',
  selectAll: 'Select all shown',
  actionsOf: (name: string) => `Actions for ${name}`,
  selectRow: (name: string) => `Select ${name}`,
  selected: (count: string) => `${count} selected`,
  someFailed: (failed: string, done: string) => `${failed} failed, ${done} done`,
  deselect: 'Clear selection',
};
