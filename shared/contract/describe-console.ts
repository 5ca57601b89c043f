import { shellWord } from './command-name.ts';
import type { Demo } from './demo.ts';

export interface ConsoleEntry {
  readonly consoleUrl: string;
  /** A one-time link; null where there are members. */
  readonly firstOwnerUrl: string | null;
  readonly demo: Demo | null;
}

/** For people: where the organiser console is, and how they get in. `file` has the demo's credentials; `gatehouse` is the command's name. */
export function describeConsole(
  { consoleUrl, firstOwnerUrl, demo }: ConsoleEntry,
  {
    data,
    file,
    gatehouse,
  }: { readonly data: string; readonly file: string; readonly gatehouse: string },
): readonly string[] {
  const lines = [`The organiser console is at ${consoleUrl}`];
  if (firstOwnerUrl !== null) {
    lines.push(
      `Nobody can sign in yet. Its first owner opens, once and within a day: ${firstOwnerUrl}`,
    );
  }
  if (demo !== null) {
    const { email } = demo.owner;
    lines.push(
      `  Sign in as ${email}; ${file} has the password, and this prints the code: ${gatehouse} member code ${email} --data ${shellWord(data)}`,
    );
  }
  return lines;
}
