import { useNavigate, useSearch } from '@tanstack/react-router';
import { readListSearch } from '../state/list-search.ts';

/** Whether the page asks for something new: its address says so, as in `/events?new=yes`, so that it can be led to. */
export function useCreating(): readonly [boolean, (isCreating: boolean) => void] {
  const navigate = useNavigate();
  const { new: asked } = readListSearch(useSearch({ strict: false }));
  const set = (isCreating: boolean) =>
    void navigate({
      to: '.',
      search: (given: object) => ({ ...given, new: isCreating ? 'yes' : undefined }),
      replace: true,
    });
  return [asked !== undefined, set];
}
