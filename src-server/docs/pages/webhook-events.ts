import {
  webhookEventNames,
  webhookEvents,
  type WebhookEventName,
} from '../../../shared/resources/webhook-events.ts';
import { exampleDelivery } from '../../examples/webhook-events.ts';
import { typeOf } from '../field-list.ts';
import { codeBlock } from '../highlight.ts';
import { codeRow, html, htmlTable, prose, type Html } from '../html.ts';
import { jsonText } from '../json.ts';
import { scheduleInWords } from '../schedule-in-words.ts';
import type { DocumentedServer } from '../openapi.ts';
import { aboutDeliveries, describedHeaders } from '../webhooks.ts';

/** What the server sends to endpoints: the events, from the same schemas and examples as the webhooks of its OpenAPI description. */
export function webhookEventsPage({
  webhookHeaderPrefix: headerPrefix,
  webhookGaps,
}: DocumentedServer): Html {
  const headers = Object.values(describedHeaders(headerPrefix)).map(({ name, description }) =>
    codeRow(name, prose(description)),
  );
  return html`${aboutDeliveries(headerPrefix).map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
    <p>
      ${scheduleInWords(webhookGaps)}, each gap up to 15 % longer; after the last one the
      subscription is disabled.
    </p>
    <p>
      <a href="/docs/webhooks">Receiving webhooks</a> has a receiver to start from and a signature
      to check it with.
    </p>
    ${htmlTable(['Header', 'Meaning'], headers)} ${webhookEventNames.map(eventSection)}`;
}

function eventSection(name: WebhookEventName): Html {
  return html`<section class="operation" aria-labelledby="event-${name}">
    <div class="text">
      <h2 id="event-${name}" data-kind="event" data-about="webhook"><code>${name}</code></h2>
      <p>${prose(webhookEvents[name].meaning)}</p>
      <p><code>data</code> is ${typeOf(webhookEvents[name].payload)}.</p>
    </div>
    <div class="code">
      <h3>Body</h3>
      ${codeBlock(jsonText(exampleDelivery(name)))}
    </div>
  </section>`;
}
