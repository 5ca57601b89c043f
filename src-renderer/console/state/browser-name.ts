/** Beginning with those that also name another. */
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** `Chrome, Windows` of a `User-Agent`; the text itself where it names neither. */
export function browserOf(agent: string): string {
  const named = [browsers, systems].flatMap(
    (known) => known.find(([part]) => agent.includes(part))?.[1] ?? [],
  );
  return named.length === 0 ? agent : named.join(', ');
}
