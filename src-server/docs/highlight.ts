import { html, type Html } from './html.ts';

/** A comment, a string (perhaps the name of a member), or a number or literal. */
const token =
  /(?<comment>(?<=^|\s)(?:#|\/\/)[^\n]*)|(?<text>"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|`[^`]*`)(?<colon>\s*:)?|(?<![\w.$-])(?<literal>-?\d+(?:\.\d+)?|true|false|null)(?![\w.-])/gm;

/** Code with its strings, numbers and comments marked; the text itself stays as it is. */
export function highlight(code: string): Html {
  const parts: Html[] = [];
  let at = 0;
  for (const found of code.matchAll(token)) {
    const { comment, text, colon = '', literal } = found.groups ?? {};
    parts.push(html`${code.slice(at, found.index)}`);
    if (comment !== undefined) parts.push(html`<span class="c">${comment}</span>`);
    else if (literal !== undefined) parts.push(html`<span class="n">${literal}</span>`);
    else parts.push(html`<span class="${colon === '' ? 's' : 'k'}">${text ?? ''}</span>${colon}`);
    at = found.index + found[0].length;
  }
  return html`${parts}${code.slice(at)}`;
}

/** A block of code. It may scroll, so it is focusable. */
export function codeBlock(code: string): Html {
  return html`<pre tabindex="0"><code>${highlight(code)}</code></pre>`;
}
