// Why: docs/decisions/0014-two-databases.md
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SelectModifier,
  type SelectModifierNode,
} from 'kysely';
import type { KyselyDialect } from '../kysely-over.ts';

const rowLocks: readonly SelectModifier[] = ['ForUpdate', 'ForNoKeyUpdate', 'SkipLocked'];

class QueryCompiler extends SqliteQueryCompiler {
  /**
   * SQLite looks at the value of a bare `?` where it orders by an index or limits rows, and then prepares the statement again each time a
   * value is bound: half the time of a page's query. The plus, which changes no value, keeps it from looking. So a partial index applies
   * to literals alone (`sql.lit`).
   */
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }

  /** SQLite has one writer at a time and no row locks, so `for update` is left out. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== undefined && rowLocks.includes(node.modifier)) return;
    super.visitSelectModifier(node);
  }
}

export const kyselyDialect: KyselyDialect = {
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new QueryCompiler(),
};
