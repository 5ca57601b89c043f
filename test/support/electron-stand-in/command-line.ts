/**
 * Command lines as Electron and Chromium read them. `electron [switches] APP [arguments]`; `register.ts` removes the script that Node runs in place
 * of Electron from `process.argv`.
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

/** A scheme begins with a letter, contains no space, and is longer than a drive letter. */
function looksLikeUrl(argument: string): boolean {
  return /^[a-z][^\s:]+:/i.test(argument);
}

/** Chromium treats everything before `--` that begins with dashes as a switch, whatever its name. */
export function switchesOf(argv: readonly string[]): ReadonlySet<string> {
  const end = argv.indexOf('--');
  const read = end === -1 ? argv : argv.slice(0, end);
  const names = read.slice(1).map((argument) => /^--?([^=-][^=]*)/.exec(argument)?.[1]);
  return new Set(names.flatMap((name) => (name === undefined ? [] : [name.toLowerCase()])));
}

/** The app that Electron runs: the first argument that is not a switch. Null for a packaged app, which runs itself. */
export function appArgument(argv: readonly string[]): string | null {
  return argv.slice(1).find((argument) => !argument.startsWith('-')) ?? null;
}
