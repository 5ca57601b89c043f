import { type ReadCode, readCodes } from '../../../../shared/ticket-code/read-codes.ts';
import { textFieldOf } from './text-target.ts';

/**
 * Some scanners, and phones that serve as one, paste a code instead of typing it. Where no text field has the focus a pasted text is a
 * reading. Returns a function that stops listening.
 */
export function capturePaste(page: Window, onScan: (code: ReadCode) => void): () => void {
  const read = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (textFieldOf(event.target) !== null || text.trim() === '') return;
    event.preventDefault();
    for (const code of readCodes(text)) onScan(code);
  };
  page.addEventListener('paste', read);
  return () => page.removeEventListener('paste', read);
}
