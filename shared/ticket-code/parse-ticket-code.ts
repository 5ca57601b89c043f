import { cleanCode } from './clean-code.ts';
import { enrolmentHead, findCodes, lowerAscii, type WholeCode } from './find-codes.ts';

/**
 * The content of a barcode. `partial`: half a code, to be scanned again. `unrecognised`: anything else. The text is cleaned, well-formed, without NUL and at most
 * `MAX_CODE_LENGTH` long, so that it can be stored and shown; empty for half an enrolment code, which has credentials in it.
 */
export type TicketCode =
  WholeCode | { readonly kind: 'partial' | 'unrecognised'; readonly text: string };

/**
 * Training codes that contain every character of a ticket code or, for short one-dimensional barcodes, those that keyboard layouts swap.
 */
export const LAYOUT_CODE =
  'gatehouse_training_0123456789_abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ-.:/?=&';
export const SHORT_LAYOUT_CODE = 'gatehouse_training_wyz';

/** The beginning of a reference, and enough of it that nothing else begins so. */
const referenceHead = /tkt[^0-9a-z][0-9a-tv-z]{6}/u;
/** The end of a ULID that lost up to six characters. */
const referenceTail = /^(?=.*[a-z])(?=.*\d)[0-9a-tv-z]{20,25}$/;
/** `{"alg":"EdDSA","` in base64url, with which every signed code begins. */
const SIGNED_HEAD = 'eyJhbGciOiJFZERTQSIs';
const signedTail = /^(?:[\w-]*\.)?[\w-]+\.[\w-]{86}$/;

/**
 * Parses any text that a scanner, a camera or a keyboard delivers. It is the one whole code in it, whatever stands around; with several
 * different ones it is none (`readCodes` gives each). Never throws.
 */
export function parseTicketCode(raw: string): TicketCode {
  const [found, ...others] = findCodes(raw);
  if (found !== undefined && others.length === 0) return found.code;
  const text = cleanCode(raw);
  if (holdsCredentials(text)) return { kind: 'partial', text: '' };
  const kind = found === undefined && isHalf(text) ? 'partial' : 'unrecognised';
  return { kind, text: text.replaceAll('\0', '\ufffd') };
}

/** What such a text holds is never stored or shown. */
export function holdsCredentials(text: string): boolean {
  return enrolmentHead.test(text);
}

function isHalf(text: string): boolean {
  const lower = lowerAscii(text);
  return (
    referenceHead.test(lower) ||
    referenceTail.test(lower) ||
    text.includes(SIGNED_HEAD) ||
    signedTail.test(text)
  );
}
