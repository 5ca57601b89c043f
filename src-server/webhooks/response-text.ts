import { STORED_RESPONSE_CHARACTERS } from '../../shared/contract/webhooks.ts';

/**
 * The first characters of a response that was read in part: no character is cut in half, neither at the end of what was read nor at
 * the limit. What is no UTF-8 shows as U+FFFD, and so does NUL, which not every database keeps.
 */
export function responseText(chunks: readonly Buffer[]): string {
  // A decoder that expects more keeps back the bytes of a character that has not come to its end.
  const text = new TextDecoder().decode(Buffer.concat(chunks), { stream: true });
  const characters = Array.from(text.replaceAll('\u0000', '\uFFFD'));
  return characters.slice(0, STORED_RESPONSE_CHARACTERS).join('');
}
