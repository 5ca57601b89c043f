/** A field into which keys were replayed before they were known to belong to a scan, with its previous content. */
export interface FieldBefore {
  readonly field: HTMLInputElement | HTMLTextAreaElement;
  readonly value: string;
  readonly start: number | null;
  readonly end: number | null;
}

const writable = new Set(['text', 'search', 'url', 'tel', 'password']);

/** The text field that receives keys, or null. */
export function textFieldOf(target: EventTarget | null): FieldBefore['field'] | null {
  if (target === null) return null;
  if (target instanceof HTMLTextAreaElement) return target.readOnly ? null : target;
  if (!(target instanceof HTMLInputElement) || target.readOnly) return null;
  return writable.has(target.type) ? target : null;
}

export function rememberField(field: FieldBefore['field']): FieldBefore {
  return { field, value: field.value, start: field.selectionStart, end: field.selectionEnd };
}

/** Writes at the caret the way a key would: replaces the selection, fires `input`. */
export function insertText(field: FieldBefore['field'], text: string): void {
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(
    new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }),
  );
}

/** Undoes what was written since. */
export function restoreField({ field, value, start, end }: FieldBefore): void {
  field.setRangeText(value, 0, field.value.length);
  field.setSelectionRange(start, end);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'historyUndo' }));
}
