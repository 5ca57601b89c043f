import type { Dialect } from '../dialect.ts';
import { tables, timestampedTables } from '../schema.ts';
import { topics, watched, type Topic } from '../topics.ts';
import { createTables } from './create-tables.ts';

/** Creates the tables of `schema.ts`, with the triggers that the table of topics requires. */
export function baseline(dialect: Dialect): string {
  return [
    createTables(tables, dialect),
    'insert into clock (id, last_stamp) values (1, 0);',
    `insert into change_versions (id, ${topics.join(', ')}) values (1, ${topics.map(() => 1).join(', ')});`,
    ...topics.map((topic) => countChanges(topic, dialect)),
    dialect.triggers({
      routine: 'wake_subscription',
      statement: 'insert into webhook_wakes (subscription_id) values (new.subscription_id)',
      on: [
        {
          name: 'webhook_deliveries_wake',
          change: 'insert on webhook_deliveries',
          when: "new.status = 'pending'",
        },
      ],
    }),
    dialect.forSeveralServers(timestampedTables),
  ].join('\n');
}

function countChanges(topic: Topic, dialect: Dialect): string {
  return dialect.triggers({
    routine: `move_${topic}_version`,
    statement: `update change_versions set ${topic} = ${topic} + 1`,
    on: watched[topic].flatMap(({ table, on, columns }) =>
      on.map((kind) => {
        const of = kind === 'update' && columns !== undefined ? ` of ${columns.join(', ')}` : '';
        return { name: `${topic}_${table}_${kind}`, change: `${kind}${of} on ${table}` };
      }),
    ),
  });
}
