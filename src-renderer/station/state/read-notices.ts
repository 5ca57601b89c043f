/** The build writes it; each notice begins with a title between two lines of `=`. */
const NOTICES = './third-party-notices.txt';
const TITLE = /^={80}\n(.+)\n={80}\n/m;

export interface ThirdPartyNotice {
  readonly title: string;
  readonly text: string;
}

/** The licences of what this app contains. Rejects if the build has written none. */
export async function readNotices(): Promise<readonly ThirdPartyNotice[]> {
  const response = await fetch(NOTICES);
  if (!response.ok) throw new Error(`expected the notices, got ${response.status}`);
  const [, ...parts] = (await response.text()).split(TITLE);
  return parts.flatMap((title, index) =>
    index % 2 === 0 ? [{ title, text: (parts[index + 1] ?? '').trim() }] : [],
  );
}
