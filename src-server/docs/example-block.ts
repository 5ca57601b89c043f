import type { Json } from './openapi/json-schema.ts';
import { html, type Html } from './html.ts';
import { jsonText } from './json-text.ts';

/** A body as it goes over the wire, written for people. */
export function exampleBlock(example: Json): Html {
  return html`<pre tabindex="0"><code>${jsonText(example)}</code></pre>`;
}
