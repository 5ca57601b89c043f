/** Markup that is safe as it is. */
export interface Html {
  readonly markup: string;
}

/** A tagged template: what is put in is escaped unless it is markup already; lists are joined. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  return { markup: String.raw({ raw: parts.raw }, ...values.map(render)) };
}

/** Text in which backticks mark code. */
export function prose(text: string): Html {
  const pieces = text.split('`').map((piece, index) => {
    return index % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`;
  });
  return html`${pieces}`;
}

function render(value: string | number | Html | readonly Html[]): string {
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value));
  return 'markup' in value ? value.markup : value.map((part) => part.markup).join('');
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
