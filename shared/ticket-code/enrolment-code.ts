/** What a station needs to reach its server. */
export interface Enrolment {
  /** The API root, `http(s)://…/v1`, without credentials. */
  readonly server_url: string;
  readonly client_id: string;
  readonly client_secret: string;
  /** The entry point that the station stands at, when the organiser chose it. */
  readonly location: string | null;
}

const START = /^gatehouse:\/\/enrol\?/i;
const SERVER_URL = /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#@]*)?$/i;
const CREDENTIAL = /^[\x21-\x7e]{1,500}$/;
const LOCATION = /^loc_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** `gatehouse://enrol?server=…&client=…&secret=…[&location=loc_…]`, values percent-encoded. Keep it secret: it carries the credentials. */
export function formatEnrolmentCode(enrolment: Enrolment): string {
  const fields = [
    ['server', enrolment.server_url],
    ['client', enrolment.client_id],
    ['secret', enrolment.client_secret],
    ...(enrolment.location === null ? [] : [['location', enrolment.location]]),
  ];
  return `gatehouse://enrol?${fields.map(([key, value]) => `${key}=${encodeURIComponent(value ?? '')}`).join('&')}`;
}

/** Reads what `formatEnrolmentCode` wrote. Null for anything else; keys that are not known are passed over. */
export function readEnrolmentCode(text: string): Enrolment | null {
  if (!START.test(text)) return null;
  const fields = readFields(text.replace(START, ''));
  if (fields === null) return null;
  const [server, client, secret] = ['server', 'client', 'secret'].map(
    (key) => fields.get(key) ?? '',
  );
  const location = fields.get('location') ?? null;
  if (server === undefined || client === undefined || secret === undefined) return null;
  if (!SERVER_URL.test(server) || !CREDENTIAL.test(client) || !CREDENTIAL.test(secret)) return null;
  if (location !== null && !LOCATION.test(location)) return null;
  return { server_url: server, client_id: client, client_secret: secret, location };
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
