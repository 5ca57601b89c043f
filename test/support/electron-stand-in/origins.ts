/**
 * Plain Chromium does not navigate to an app's own scheme, so `app://host/path` is served as `https://host.app.invalid/path`. No resolver knows that
 * name, so a request that is not intercepted cannot load.
 */
const SUFFIX = '.app.invalid';

export function toServed(url: string): string {
  const match = /^app:\/\/([^/?#]+)(.*)$/.exec(url);
  if (match === null) throw new Error(`the stand-in loads app:// addresses only, not ${url}`);
  return `https://${match[1]}${SUFFIX}${match[2] || '/'}`;
}

export function fromServed(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !parsed.hostname.endsWith(SUFFIX)) return url;
  return `app://${parsed.hostname.slice(0, -SUFFIX.length)}${parsed.pathname}${parsed.search}${parsed.hash}`;
}

/** The origin in the form of `WebFrameMain.origin`. */
export function originOf(url: string): string {
  const original = fromServed(url);
  return /^app:\/\/[^/]+/.exec(original)?.[0] ?? URL.parse(original)?.origin ?? 'null';
}
