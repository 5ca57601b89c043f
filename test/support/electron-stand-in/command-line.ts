/**
 * Command lines as Electron and Chromium read them. `electron [switches] APP [arguments]`; the script that Node runs in Electron's
 * place is taken out of `process.argv` by `register.ts`.
 */

/** Whether Electron for Windows ends at once: anything but `--` follows an argument that looks like a URL (CVE-2018-1000006). */
export function isRefusedOnWindows(argv: readonly string[]): boolean {
  let isBlocked = false;
  for (const argument of argv) {
    if (argument === '--') return false;
    if (isBlocked) return true;
    isBlocked = looksLikeUrl(argument);
  }
  return false;
}

/** A scheme of more than one letter, which a drive is, that begins with a letter and holds no space. */
function looksLikeUrl(argument: string): boolean {
  return /^[a-z][^\s:]+:/i.test(argument);
}

/** Chromium takes everything before `--` that begins with dashes for a switch of its own, whatever it is called. */
export function switchesOf(argv: readonly string[]): ReadonlySet<string> {
  const end = argv.indexOf('--');
  const read = end === -1 ? argv : argv.slice(0, end);
  const names = read.slice(1).map((argument) => /^--?([^=-][^=]*)/.exec(argument)?.[1]);
  return new Set(names.flatMap((name) => (name === undefined ? [] : [name.toLowerCase()])));
}

/** The app that Electron is to run: the first argument that is no switch. Null for a packaged app, which is its own. */
export function appArgument(argv: readonly string[]): string | null {
  return argv.slice(1).find((argument) => !argument.startsWith('-')) ?? null;
}
