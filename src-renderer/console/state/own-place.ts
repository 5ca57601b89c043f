/** Whether an address that somebody may have been sent, such as `/orders?search=Ada`, leads to a place of this console and nowhere else. */
export function isOwnPlace(to: unknown): to is string {
  if (typeof to !== 'string' || !to.startsWith('/') || to.startsWith('/sign-in')) return false;
  // As a browser reads it, to which `\` is `/`, and a line break nothing.
  const base = 'https://here.invalid';
  return URL.parse(to, base)?.origin === base;
}
