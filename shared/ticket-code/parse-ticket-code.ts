import type { TicketReference } from '../references.ts';
import { cleanCode } from './clean-code.ts';
import { type Enrolment, readEnrolmentCode } from './enrolment-code.ts';
import { lowerAscii, readReference } from './read-reference.ts';

/**
 * The content of a barcode. `reference`: the ticket's reference in canonical form. `signed`: a compact JWS, recognised by its shape only.
 * `enrolment`: the credentials of a station; never stored or shown. `training`: the self-test's code. `unrecognised`: anything else,
 * cleaned, well-formed, without NUL and at most `MAX_CODE_LENGTH` long, so that it can be stored and shown.
 */
export type TicketCode =
  | { readonly kind: 'reference'; readonly reference: TicketReference }
  | { readonly kind: 'signed'; readonly token: string }
  | { readonly kind: 'enrolment'; readonly enrolment: Enrolment }
  | { readonly kind: 'training' }
  | { readonly kind: 'unrecognised'; readonly text: string };

/** The training code as printed; as with tickets, any one character may stand for `_`. */
export const TRAINING_CODE = 'gatehouse_training';

/**
 * Training codes that contain every character of a ticket code or, for short one-dimensional barcodes, those that keyboard layouts swap.
 */
export const LAYOUT_CODE =
  'gatehouse_training_0123456789_abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ-.:/?=&';
export const SHORT_LAYOUT_CODE = 'gatehouse_training_wyz';

const trainingCodes = [TRAINING_CODE, LAYOUT_CODE, SHORT_LAYOUT_CODE].map((code) =>
  code.toLowerCase(),
);

/** Three base64url parts; the header is a JSON object, so it starts with `{"`. A host name with three labels does not match. */
const compactJws = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

/** Parses any text that a scanner, a camera or a keyboard delivers. Never throws. */
export function parseTicketCode(raw: string): TicketCode {
  const text = cleanCode(raw);
  const reference = readReference(text);
  if (reference !== null) return { kind: 'reference', reference };
  if (isCompactJws(text)) return { kind: 'signed', token: text };
  if (isTraining(text)) return { kind: 'training' };
  const enrolment = readEnrolmentCode(text);
  if (enrolment !== null) return { kind: 'enrolment', enrolment };
  return { kind: 'unrecognised', text: text.replaceAll('\0', '\ufffd') };
}

function isTraining(text: string): boolean {
  const read = lowerAscii(text);
  return trainingCodes.some(
    (code) =>
      code.length === read.length &&
      Array.from(code).every((letter, place) => letter === '_' || letter === read.charAt(place)),
  );
}

/** No number of bytes encodes to 4n + 1 base64 characters. */
function isCompactJws(text: string): boolean {
  return compactJws.test(text) && text.split('.').every((part) => part.length % 4 !== 1);
}
