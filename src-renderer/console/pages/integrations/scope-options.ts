import { scopes } from '../../../../shared/contract/scopes.ts';
import { useWords } from '../../data/console-context.tsx';
import type { FieldOption } from '../../components/operation-field.tsx';

/** What a client can be allowed, in words. */
export function useScopeOptions(): readonly FieldOption[] {
  const { integrations: words } = useWords();
  return scopes.map((id) => ({ id, name: words.scopes[id] ?? id }));
}
