import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { instantOf } from '../../test/support/verdict-vectors.ts';
import { formatInstant } from '../instant.ts';
import { sessionWindow } from './session-window.ts';

const VectorFile = Type.Object({
  description: Type.String(),
  cases: Type.Array(
    Type.Object({
      name: Type.String(),
      session: Type.Object({
        starts_at: Type.String(),
        ends_at: Type.Union([Type.String(), Type.Null()]),
      }),
      policy: Type.Object({ opens_before_minutes: Type.Integer({ minimum: 0 }) }),
      expect: Type.Object({ entry_from: Type.String(), entry_until: Type.String() }),
    }),
    { minItems: 1 },
  ),
});

const file = new URL('../../test/vectors/session-window/windows.json', import.meta.url);
const { cases } = Value.Parse(VectorFile, JSON.parse(readFileSync(file, 'utf8')));

it.each(cases)('$name', ({ session, policy, expect: expected }) => {
  const window = sessionWindow(
    {
      starts_at: instantOf(session.starts_at),
      ends_at: session.ends_at === null ? null : instantOf(session.ends_at),
    },
    policy,
  );
  expect({
    entry_from: formatInstant(window.entry_from),
    entry_until: formatInstant(window.entry_until),
  }).toEqual(expected);
});
