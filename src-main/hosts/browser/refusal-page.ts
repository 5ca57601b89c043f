import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { RequestRefusal } from './loopback-guard.ts';

interface Wording {
  readonly what: string;
  readonly next: string;
}

const wordings: Readonly<Record<RequestRefusal, Wording>> = {
  foreign_host: {
    what: 'Gatehouse runs on this computer, but not under the name in the address bar.',
    next: 'Open the address that Gatehouse printed when it started. It begins with http://127.0.0.1.',
  },
  foreign_origin: {
    what: 'Another page made this request, and Gatehouse answers only its own page.',
    next: 'Close that page. If you wanted to open the door, use the address that Gatehouse printed when it started.',
  },
};

/** The colours and sizes of `src-renderer/design/tokens.css`, inlined because a refused page loads no files. */
const style = `
:root { color-scheme: light dark; }
body {
  display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 24px; box-sizing: border-box;
  background: light-dark(oklch(0.955 0.004 260), oklch(0.155 0.012 260));
  color: light-dark(oklch(0.21 0.02 260), oklch(0.96 0.004 260));
  font: 17px/1.5 'Inter Variable', Inter, 'Noto Sans', system-ui, sans-serif;
}
main { max-width: 30rem; }
.brand { margin: 0 0 24px; font-weight: 600; }
h1 { margin: 0 0 8px; font-size: 34px; font-weight: 680; line-height: 1.15; letter-spacing: -0.02em; text-wrap: balance; }
p { margin: 0 0 16px; text-wrap: pretty; }
.brand, .what { color: light-dark(oklch(0.46 0.02 260), oklch(0.74 0.016 260)); }
.what { font-size: 20px; }
.next {
  padding: 16px; border-radius: 10px;
  border: 1px solid light-dark(oklch(0.89 0.008 260), oklch(0.31 0.018 260));
  background: light-dark(oklch(0.99 0.002 260), oklch(0.2 0.014 260));
}
`;

/** The page for a wrong address. It loads nothing and reveals nothing about the station. */
function refusalPage({ what, next }: Wording): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gatehouse: not open here</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="brand">Gatehouse</p>
<h1>Not open here</h1>
<p class="what">${what}</p>
<p class="next">${next}</p>
</main>
</body>
</html>
`;
}

const styleHash = createHash('sha256').update(style).digest('base64');

export function sendRefusal(response: ServerResponse, refusal: RequestRefusal): void {
  response
    .writeHead(403, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    })
    .end(refusalPage(wordings[refusal]));
}
