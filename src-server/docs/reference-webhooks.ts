import { exampleDelivery } from './examples/deliveries.ts';
import { aboutDeliveries } from './openapi/describe-webhooks.ts';
import { describedHeaders } from '../../shared/contract/webhook-headers.ts';
import { webhookPayloads } from '../../shared/contract/webhook-payloads.ts';
import {
  webhookEventNames,
  webhookMeanings,
  type WebhookEventName,
} from '../../shared/contract/webhooks.ts';
import { exampleBlock } from './example-block.ts';
import { typeOf } from './field-table.ts';
import { html, prose, type Html } from './html.ts';
import { codeRow, table } from './table.ts';

/** What the server sends to endpoints: the events, from the same schemas and examples as the webhooks of its OpenAPI description. */
export function webhooksSection(headerPrefix: string): Html {
  const headers = Object.values(describedHeaders(headerPrefix)).map(({ name, description }) =>
    codeRow(name, prose(description)),
  );
  return html`<h2 id="webhooks">Webhooks</h2>
    ${aboutDeliveries(headerPrefix).map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
    <p>
      <a href="docs/webhooks">Receiving webhooks</a> has a receiver to start from and a signature to
      check it with.
    </p>
    ${table(['Header', 'Meaning'], headers)} ${webhookEventNames.map(eventSection)}`;
}

function eventSection(name: WebhookEventName): Html {
  return html`<h3 id="event-${name}"><code>${name}</code></h3>
    <p>${prose(webhookMeanings[name])}</p>
    <h4>Body: <code>data</code> is ${typeOf(webhookPayloads[name])}</h4>
    ${exampleBlock(exampleDelivery(name))}`;
}
