import type { RouteContract } from '../../shared/resources/route-contract.ts';
import type { CallExamples } from '../examples/calls.ts';
import { codeBlock } from './highlight.ts';
import { html, type Html } from './html.ts';
import type { Json } from '../examples/example.ts';
import { jsonText } from './json.ts';

/** One request of a sample. Variables of the shell are written `$NAME`; a program has them in its environment. */
export interface SampleCall {
  readonly method: string;
  /** Begins with `$BASE_URL` or `$AUTH_URL`. */
  readonly url: string;
  readonly hasToken: boolean;
  readonly isIdempotent: boolean;
  readonly body: Json;
  /** Whether the answer has no end. */
  readonly isStream: boolean;
  /** The name under which the answer is saved; null if it is no file. */
  readonly saveAs: string | null;
}

/** The call of an operation, with the values of its examples. */
export function sampleCall(route: RouteContract, { path, request }: CallExamples): SampleCall {
  const filled = route.path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => path[name] ?? '');
  return {
    method: route.method,
    url: `$BASE_URL${filled}${route.query.includes('per_page') ? '?per_page=100' : ''}`,
    hasToken: true,
    isIdempotent: route.idempotent,
    body: request,
    isStream: route.streams !== undefined,
    saveAs: route.file === undefined ? null : filled.slice(filled.lastIndexOf('/') + 1),
  };
}

export function curlSample(call: SampleCall): string {
  const { method, url, hasToken, isIdempotent, body, isStream, saveAs } = call;
  const isPlain = method === 'GET' || (method === 'POST' && body !== null);
  const head = ['curl', ...(isStream ? ['-N'] : []), ...(isPlain ? [] : ['-X', method])];
  return [
    `${head.join(' ')} "${url}"`,
    ...when(hasToken, '-H "Authorization: Bearer $ACCESS_TOKEN"'),
    ...when(isIdempotent, '-H "Idempotency-Key: $(date +%s)-$RANDOM"'),
    ...when(saveAs !== null, `-o ${saveAs}`),
    ...(body === null
      ? []
      : [
          `-H 'Content-Type: application/json'`,
          `-d '${jsonText(body).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ].join(' \\\n  ');
}

export function javascriptSample(call: SampleCall): string {
  const { method, url, hasToken, isIdempotent, body, isStream, saveAs } = call;
  const headers = [
    ...when(hasToken, 'Authorization: `Bearer ${process.env.ACCESS_TOKEN}`,'),
    ...when(isIdempotent, "'Idempotency-Key': crypto.randomUUID(),"),
    ...when(body !== null, "'Content-Type': 'application/json',"),
  ];
  const options = [
    ...when(method !== 'GET', `method: '${method}',`),
    ...(headers.length === 0 ? [] : ['headers: {', ...headers.map((line) => `  ${line}`), '},']),
    ...(body === null ? [] : [`body: JSON.stringify(${jsonText(body)}),`.replaceAll('\n', '\n  ')]),
  ];
  const address = url.replaceAll(/\$(\w+)/g, '${process.env.$1}');
  return [
    ...when(saveAs !== null, "const { writeFile } = await import('node:fs/promises');"),
    `const response = await fetch(\`${address}\`, {`,
    ...options.map((line) => `  ${line}`),
    '});',
    ...(isStream
      ? [
          'for await (const part of response.body.pipeThrough(new TextDecoderStream())) {',
          '  console.log(part);',
          '}',
        ]
      : saveAs !== null
        ? [`await writeFile('${saveAs}', await response.bytes());`, 'console.log(response.status);']
        : ['console.log(response.status, await response.json());']),
  ].join('\n');
}

export function pythonSample(call: SampleCall): string {
  const { method, url, hasToken, isIdempotent, body, isStream, saveAs } = call;
  const [address = '', query = ''] = url.split('?');
  const headers = [
    ...when(hasToken, `"Authorization": f"Bearer {os.environ['ACCESS_TOKEN']}",`),
    ...when(isIdempotent, '"Idempotency-Key": str(uuid.uuid4()),'),
  ];
  const options = [
    `f"${address.replaceAll(/\$(\w+)/g, "{os.environ['$1']}")}",`,
    ...[...new URLSearchParams(query)].map(([name, value]) => `params={"${name}": "${value}"},`),
    ...(headers.length === 0 ? [] : ['headers={', ...headers.map((line) => `    ${line}`), '},']),
    ...(body === null ? [] : [`json=${pythonText(body)},`]),
    ...when(isStream, 'stream=True,'),
  ];
  return [
    isIdempotent ? 'import os, uuid' : 'import os',
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    ...options.map((line) => `    ${line.replaceAll('\n', '\n    ')}`),
    ')',
    ...(isStream
      ? ['for line in response.iter_lines():', '    print(line.decode())']
      : saveAs !== null
        ? [`open("${saveAs}", "wb").write(response.content)`, 'print(response.status_code)']
        : ['print(response.status_code, response.json())']),
  ].join('\n');
}

const inPython = new Map([
  ['null', 'None'],
  ['true', 'True'],
  ['false', 'False'],
]);

/** JSON as a literal of Python, with its indentation. */
function pythonText(value: Json): string {
  return jsonText(value)
    .replaceAll(/"(?:[^"\\]|\\.)*"|null|true|false/g, (token) => inPython.get(token) ?? token)
    .replaceAll(/^ +/gm, (indent) => indent + indent);
}

function when(applies: boolean, ...lines: readonly string[]): readonly string[] {
  return applies ? lines : [];
}

/** In the order in which readers are offered them. */
const languages = [
  { name: 'curl', title: 'curl', write: curlSample },
  { name: 'javascript', title: 'JavaScript', write: javascriptSample },
  { name: 'python', title: 'Python', write: pythonSample },
] as const;
export type SampleLanguage = (typeof languages)[number]['name'];

/** The request in each language; the page shows the one that the reader chose. */
export function sampleBlocks(call: SampleCall): Html {
  const samples = languages.map(({ name, write }) => [name, write(call)] as const);
  return languageBlocks(html`<h3>Request</h3>`, new Map(samples));
}

/** The same in several languages, below a heading. */
export function languageBlocks(heading: Html, samples: ReadonlyMap<SampleLanguage, string>): Html {
  const offered = languages.filter(({ name }) => samples.has(name));
  return html`<div class="head">
      ${heading}
      <div class="choose" role="group" aria-label="Language of the samples">
        ${offered.map(
          ({ name, title }) =>
            html`<button type="button" data-choose="${name}" aria-pressed="false">
              ${title}
            </button>`,
        )}
      </div>
    </div>
    ${offered.map(
      ({ name }) =>
        html`<div class="sample" data-language="${name}">
          ${codeBlock(samples.get(name) ?? '')}
        </div>`,
    )}`;
}
