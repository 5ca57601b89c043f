import type { Refusal } from './loopback-guard.ts';

const sentences: Readonly<Record<Refusal, string>> = {
  foreign_host: 'This address is not the one that Gatehouse was started under.',
  foreign_origin: 'Another page made this request. Gatehouse answers its own page only.',
  no_session:
    'Open Gatehouse with the address that it printed when it started: it carries the key to this page. After a restart there is a new one.',
};

/** What somebody sees who came without the launch address. It loads nothing and tells nothing about the station. */
export function refusalPage(refusal: Refusal): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Gatehouse: not open here</title>
<h1>Not open here</h1>
<p>${sentences[refusal]}</p>
</html>
`;
}
