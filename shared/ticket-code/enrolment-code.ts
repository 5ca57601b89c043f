// Why: docs/decisions/0005-enrolment-and-trust.md
import { isReference } from '../references.ts';

/** The credentials and choices with which a station connects to its server. */
export interface Enrolment {
  /** The API root, `http(s)://…/v1`, without credentials. */
  readonly server_url: string;
  readonly client_id: string;
  readonly client_secret: string;
  /**
   * The SHA-256 of the server's certificate, 32 bytes in base64url, if no authority vouches for it. The station then trusts only that one.
   */
  readonly certificate: string | null;
  /** The fingerprint of the organiser's keys, 32 bytes in base64url: no other keys are trusted from the first connection on. */
  readonly keys: string | null;
  /** The event that the organiser chose for the station, if any. */
  readonly event: string | null;
  /** The entry point of that event that the organiser chose, if any. */
  readonly location: string | null;
}

const START = /^gatehouse:\/\/enrol\?/i;
const SERVER_URL = /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#@]*)?$/i;
const CREDENTIAL = /^[\x21-\x7e]{1,500}$/;
const FINGERPRINT = /^[\w-]{43}$/;

/**
 * `gatehouse://enrol?server=…&client=…&secret=…[&certificate=…][&keys=…][&event=evt_…][&location=loc_…]`, values percent-encoded. It contains the
 * client secret.
 */
export function formatEnrolmentCode(enrolment: Enrolment): string {
  const { server_url, client_id, client_secret, certificate, keys, event, location } = enrolment;
  const fields = [`server=${encodeURIComponent(server_url)}`];
  fields.push(`client=${encodeURIComponent(client_id)}`);
  fields.push(`secret=${encodeURIComponent(client_secret)}`);
  if (certificate !== null) fields.push(`certificate=${certificate}`);
  if (keys !== null) fields.push(`keys=${keys}`);
  if (event !== null) fields.push(`event=${encodeURIComponent(event)}`);
  if (location !== null) fields.push(`location=${encodeURIComponent(location)}`);
  return `gatehouse://enrol?${fields.join('&')}`;
}

/** Parses an enrolment code. Null for anything else; unknown keys are ignored. */
export function readEnrolmentCode(text: string): Enrolment | null {
  if (!START.test(text)) return null;
  const fields = readFields(text.replace(START, ''));
  if (fields === null) return null;
  const enrolment: Enrolment = {
    server_url: fields.get('server') ?? '',
    client_id: fields.get('client') ?? '',
    client_secret: fields.get('secret') ?? '',
    certificate: fields.get('certificate') ?? null,
    keys: fields.get('keys') ?? null,
    event: fields.get('event') ?? null,
    location: fields.get('location') ?? null,
  };
  return isWhole(enrolment) ? enrolment : null;
}

/** Whether it looks like an API root: no credentials, query or fragment. */
export function hasServerShape(text: string): boolean {
  return SERVER_URL.test(text);
}

function isWhole(enrolment: Enrolment): boolean {
  const { server_url, client_id, client_secret, certificate, keys, event, location } = enrolment;
  return (
    hasServerShape(server_url) &&
    CREDENTIAL.test(client_id) &&
    CREDENTIAL.test(client_secret) &&
    (certificate === null || (FINGERPRINT.test(certificate) && /^https:/i.test(server_url))) &&
    (keys === null || FINGERPRINT.test(keys)) &&
    (event === null || isReference('event', event)) &&
    (location === null || isReference('location', location))
  );
}

function readFields(query: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=');
    if (at < 0) return null;
    try {
      fields.set(pair.slice(0, at), decodeURIComponent(pair.slice(at + 1)));
    } catch {
      return null;
    }
  }
  return fields;
}
