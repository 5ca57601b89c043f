import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { printable } from './printable.ts';

const Line = Compile(
  Type.Object({
    level: Type.String(),
    time: Type.String(),
    msg: Type.Optional(Type.String()),
    err: Type.Optional(Type.Object({ stack: Type.String() })),
  }),
);

const inFront = new Set(['level', 'time', 'msg', 'err']);

/**
 * A line of the server's log for people: its time of day in UTC, its level, what happened, the rest as `name=value`; below it an error's
 * stack. A line that is not of that form stays as it is.
 */
export function readableLog(line: string): string {
  const text = line.trimEnd();
  const entry = parseOrNull(text);
  if (!Line.Check(entry)) return text;
  const { level, time, msg = '', err } = entry;
  const rest = Object.entries(entry)
    .filter(([name]) => !inFront.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const head = [time.slice(11, 23), level.toUpperCase().padEnd(5), msg, ...rest];
  const stack = err === undefined ? [] : err.stack.split('\n').map((part) => `  ${part}`);
  return [head.filter((part) => part !== '').join(' '), ...stack].map(printable).join('\n');
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
