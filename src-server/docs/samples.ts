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
  };
}

export function curlSample(call: SampleCall): string {
  const { method, url, hasToken, isIdempotent, body, isStream } = call;
  const isPlain = method === 'GET' || (method === 'POST' && body !== null);
  const head = ['curl', ...(isStream ? ['-N'] : []), ...(isPlain ? [] : ['-X', method])];
  return [
    `${head.join(' ')} "${url}"`,
    ...when(hasToken, '-H "Authorization: Bearer $ACCESS_TOKEN"'),
    ...when(isIdempotent, '-H "Idempotency-Key: $(date +%s)-$RANDOM"'),
    ...(body === null
      ? []
      : [
          `-H 'Content-Type: application/json'`,
          `-d '${jsonText(body).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ].join(' \\\n  ');
}

export function javascriptSample(call: SampleCall): string {
  const { method, url, hasToken, isIdempotent, body, isStream } = call;
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
    `const response = await fetch(\`${address}\`, {`,
    ...options.map((line) => `  ${line}`),
    '});',
    ...(isStream
      ? [
          'for await (const part of response.body.pipeThrough(new TextDecoderStream())) {',
          '  console.log(part);',
          '}',
        ]
      : ['console.log(response.status, await response.json());']),
  ].join('\n');
}

function when(applies: boolean, ...lines: readonly string[]): readonly string[] {
  return applies ? lines : [];
}

const languages = [
  { name: 'curl', title: 'curl', write: curlSample },
  { name: 'javascript', title: 'JavaScript', write: javascriptSample },
] as const;

/** The request in each language; the page shows the one that the reader chose. */
export function sampleBlocks(call: SampleCall): Html {
  const buttons = languages.map(
    ({ name, title }) =>
      html`<button type="button" data-choose="${name}" aria-pressed="false">${title}</button>`,
  );
  const samples = languages.map(
    ({ name, write }) =>
      html`<div class="sample" data-language="${name}">${codeBlock(write(call))}</div>`,
  );
  return html`<div class="head">
      <h4>Request</h4>
      <div class="choose" role="group" aria-label="Language of the samples">${buttons}</div>
    </div>
    ${samples}`;
}
