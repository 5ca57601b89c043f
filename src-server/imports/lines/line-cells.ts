import { rearm } from '../../../shared/csv-row.ts';
import { asLine } from '../../../shared/plain-text.ts';
import type { ImportField } from '../columns/import-fields.ts';
import type { ColumnMapping } from '../columns/map-columns.ts';

/** What shops write where there is nothing. Somebody may be called Na, or Null. */
const PLACEHOLDER = /^(?:[-–—]+|n\/a|info(?:rmation)? requested|keine angabe)$/i;
const PLACEHOLDER_AS_IT_IS = /^(?:NA|null|NULL)$/;

/** How a spreadsheet is made to keep zeros in front: `="00123"`. */
const AS_TEXT = /^="([^"]*)"$/;

/** The cells of a record by what their columns are. */
export class LineCells {
  readonly #places: ReadonlyMap<ImportField, readonly number[]>;
  readonly #mapping: ColumnMapping;
  #cells: readonly string[] = [];

  constructor(mapping: ColumnMapping) {
    this.#mapping = mapping;
    this.#places = placesOf(mapping);
  }

  read(cells: readonly string[]): void {
    this.#cells = cells;
  }

  /** Whether it is an export of ours, where a person may well be called `-`. */
  get isOwn(): boolean {
    return this.#mapping.isOwn;
  }

  has(field: ImportField): boolean {
    return this.#places.has(field);
  }

  /** The text of the first column of that field that has one; null if none has. */
  text(field: ImportField): string | null {
    return this.texts(field)[0] ?? null;
  }

  /** The texts of all columns of that field, in the order of the file. */
  texts(field: ImportField): readonly string[] {
    const places = this.#places.get(field) ?? [];
    return places.map((at) => this.#textAt(at)).filter((text) => text !== '');
  }

  /** Likewise, with the heading of each. */
  headed(field: ImportField): readonly { readonly heading: string; readonly text: string }[] {
    const places = this.#places.get(field) ?? [];
    return places
      .map((at) => ({
        heading: this.#mapping.columns[at]?.column ?? '',
        text: this.#textAt(at),
      }))
      .filter(({ text }) => text !== '');
  }

  /** Names of add-ons or keys of questions, with what the cells say. */
  named(kind: 'add_on' | 'answer'): readonly { readonly name: string; readonly text: string }[] {
    return this.#mapping.columns.flatMap(({ target }, at) => {
      if (target?.kind !== kind) return [];
      const text = rearm((this.#cells[at] ?? '').trim());
      return text === '' ? [] : [{ name: target.name, text }];
    });
  }

  /** The same character for character, of an export of ours. */
  token(field: ImportField): string | null {
    if (!this.isOwn) return this.text(field);
    const [at = -1] = this.#places.get(field) ?? [];
    return rearm(this.#cells[at] ?? '') || null;
  }

  #textAt(at: number): string {
    const given = (this.#cells[at] ?? '').trim();
    if (this.isOwn) return asLine(rearm(given));
    const text = asLine(rearm(AS_TEXT.exec(given)?.[1] ?? given));
    return PLACEHOLDER.test(text) || PLACEHOLDER_AS_IT_IS.test(text) ? '' : text;
  }
}

function placesOf({ columns }: ColumnMapping): ReadonlyMap<ImportField, readonly number[]> {
  const places = new Map<ImportField, readonly number[]>();
  for (const [at, { target }] of columns.entries()) {
    if (target?.kind !== 'field') continue;
    places.set(target.field, [...(places.get(target.field) ?? []), at]);
  }
  return places;
}
