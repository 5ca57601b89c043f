/** The query of a request target. A repeated parameter counts with its last value, as in PHP. */
export function readQueryString(target: string): ReadonlyMap<string, string> {
  const start = target.indexOf('?');
  return new Map(start === -1 ? [] : new URLSearchParams(target.slice(start)));
}
