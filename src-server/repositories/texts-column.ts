import { Type } from 'typebox';
import { Compile } from 'typebox/compile';

const Texts = Compile(Type.Array(Type.String()));

/** Reads a JSON column that holds a list of texts: references of entry points, options of a field, seat labels. */
export function readTexts(column: string | null): readonly string[] | null {
  return column === null ? null : Texts.Parse(JSON.parse(column));
}

export function writeTexts(texts: readonly string[] | null): string | null {
  return texts === null ? null : JSON.stringify(texts);
}
