import type { Column, Definition, Table } from '../column.ts';
import type { Dialect } from '../dialect.ts';

/** Creates tables with their indices; those that others refer to come first. */
export function createTables(tables: Readonly<Record<string, Table>>, dialect: Dialect): string {
  return Object.entries(tables)
    .flatMap(([name, table]) => [createTable(name, table, dialect), ...createIndexes(name, table)])
    .join('\n');
}

function createTable(name: string, { columns, key, options }: Table, dialect: Dialect): string {
  const { unique, checks = [] } = options;
  const keyColumn = key.length === 1 ? key[0] : undefined;
  const lines = [
    ...Object.entries(columns).map(([column, { definition }]) =>
      describeColumn(column, { ...definition, isKey: column === keyColumn }, dialect),
    ),
    ...(keyColumn === undefined ? [`primary key (${key.join(', ')})`] : []),
    ...(unique === undefined ? [] : [`unique (${unique.join(', ')})`]),
    ...checks.map((check) => `check (${check})`),
  ];
  const isKeyedByNumber = keyColumn !== undefined && isNumber(columns[keyColumn]);
  return `create table ${name} (\n  ${lines.join(',\n  ')}\n)${dialect.tableEnd({ isKeyedByNumber })};`;
}

function describeColumn(name: string, definition: Definition, dialect: Dialect): string {
  const { type, isKey, isNullable, isUnique, references, defaultValue, check } = definition;
  return [
    name,
    dialect[type],
    isKey === true ? 'primary key' : isNullable !== true && 'not null',
    defaultValue !== undefined && `default ${defaultValue}`,
    isUnique === true && 'unique',
    references !== undefined && `references ${references} (id)`,
    check !== undefined && `check (${check(name, dialect)})`,
  ]
    .filter((word) => word !== false)
    .join(' ');
}

function isNumber(column: Column<unknown> | undefined): boolean {
  return column?.definition.type === 'id' || column?.definition.type === 'integer';
}

function createIndexes(name: string, { options }: Table): readonly string[] {
  return Object.entries(options.indexes ?? {}).map(([index, { on, where, isUnique = false }]) => {
    const unique = isUnique ? 'unique ' : '';
    const condition = where === undefined ? '' : ` where ${where}`;
    return `create ${unique}index ${index} on ${name} (${on.join(', ')})${condition};`;
  });
}
