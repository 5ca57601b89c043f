import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { MAX_OWN_HEADER_LENGTH, MAX_OWN_HEADERS } from '../../shared/contract/limits.ts';
import { invalid } from '../rules/domain-error.ts';

/** What the client of a subscription wants sent with every request, by name: often a secret of its endpoint. */
export type OwnHeaders = Readonly<Record<string, string>>;

const Stored = Compile(Type.Record(Type.String(), Type.String()));
const NAME = /^(?:Authorization|X-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)$/i;
const MAX_NAME_LENGTH = 60;
/** No white space at the ends, which would be lost on the way, and nothing that ends a line. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Throws `validation.failed`. Messages have no value in them. */
export function checkOwnHeaders(headers: OwnHeaders): OwnHeaders {
  const names = Object.keys(headers);
  if (names.length > MAX_OWN_HEADERS) {
    throw invalid('headers', `Expected at most ${MAX_OWN_HEADERS} headers.`);
  }
  for (const name of names) {
    if (!NAME.test(name) || name.length > MAX_NAME_LENGTH) {
      throw invalid('headers', 'Expected Authorization, or names that begin with X-.');
    }
  }
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) {
    throw invalid('headers', 'Expected each header once.');
  }
  for (const value of Object.values(headers)) {
    if (!VALUE.test(value) || value.length > MAX_OWN_HEADER_LENGTH) {
      throw invalid(
        'headers',
        `Expected values of 1 to ${MAX_OWN_HEADER_LENGTH} visible ASCII characters and spaces between them.`,
      );
    }
  }
  return headers;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Nonce, tag and ciphertext, bound to the subscription: in another row they cannot be read. Null for none. */
export function sealOwnHeaders(
  key: Buffer,
  subscription: string,
  headers: OwnHeaders,
): Buffer | null {
  if (Object.keys(headers).length === 0) return null;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(subscription));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(headers), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Throws if they were sealed with another key or for another subscription. */
export function openOwnHeaders(key: Buffer, subscription: string, sealed: Buffer): OwnHeaders {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(subscription))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = Buffer.concat([
    decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)),
    decipher.final(),
  ]);
  return Stored.Parse(JSON.parse(text.toString('utf8')));
}

/** So much of a value at the end of a text that was cut off is taken for its beginning. */
const TELLING_LENGTH = 4;

/** The text of a response without the values, since some endpoints repeat what they get and the log keeps that. */
export function withoutValues(text: string, headers: OwnHeaders): string {
  const values = Object.values(headers).toSorted((one, other) => other.length - one.length);
  const shown = values.reduce((left, value) => left.replaceAll(value, '…'), text);
  const cut = values.flatMap((value) =>
    Array.from({ length: Math.max(0, value.length - TELLING_LENGTH) }, (_, index) =>
      value.slice(0, value.length - 1 - index),
    ),
  );
  const last = cut.find((beginning) => shown.endsWith(beginning));
  return last === undefined ? shown : `${shown.slice(0, -last.length)}…`;
}
