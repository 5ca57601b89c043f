import { Type } from 'typebox';
import { signingSecret } from '../examples/clients.ts';
import { exampleDelivery, exampleHeaders } from '../examples/deliveries.ts';
import { describedHeaders, type HeaderContract } from '../../../shared/contract/webhook-headers.ts';
import { DeliveryOf } from '../../../shared/contract/webhook-payloads.ts';
import {
  DELIVERY_TIMEOUT_MS,
  STORED_RESPONSE_CHARACTERS,
  webhookEventNames,
  webhookMeanings,
  type WebhookEventName,
} from '../../../shared/contract/webhooks.ts';
import { writeSchema, type Json, type Members } from './json-schema.ts';
import { schemaNames } from './schema-names.ts';

/** The events of §6.4 as requests that the server makes; `prefix` is what the names of its own headers begin with. */
export function describeWebhooks(prefix: string): Members {
  return Object.fromEntries(webhookEventNames.map((name) => [name, describeEvent(name, prefix)]));
}

function describeEvent(name: WebhookEventName, prefix: string): Members {
  const { Event } = describedHeaders(prefix);
  return {
    post: {
      operationId: `receive${identifierOf(name)}`,
      summary: name,
      description: webhookMeanings[name],
      tags: ['Webhooks'],
      // The signature proves where it comes from.
      security: [],
      parameters: [
        describeHeader({ ...Event, schema: Type.Literal(name) }, name),
        ...Object.keys(describeWebhookHeaders(prefix)).map((header) => ({
          $ref: `#/components/parameters/${header}`,
        })),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: writeSchema(DeliveryOf(name), schemaNames),
            example: exampleDelivery(name),
          },
        },
      },
      responses: describeAnswers(),
    },
  };
}

/** `add_on.redeemed` as AddOnRedeemed. */
function identifierOf(name: WebhookEventName): string {
  return name.replaceAll(/(?:^|[._])([a-z])/g, (_part, letter: string) => letter.toUpperCase());
}

/** The headers that say the same at every event, as parameters by their names among the components. */
export function describeWebhookHeaders(prefix: string): Members {
  const { Event: _event, ...headers } = describedHeaders(prefix);
  return Object.fromEntries(
    Object.entries(headers).map(([key, header]) => [
      `Webhook${key}`,
      describeHeader(header, exampleHeaders.get(key) ?? ''),
    ]),
  );
}

function describeHeader({ name, description, schema }: HeaderContract, example: string): Json {
  const written = writeSchema(schema, schemaNames);
  return { name, in: 'header', required: true, description, schema: written, example };
}

function describeAnswers(): Members {
  const kept = STORED_RESPONSE_CHARACTERS.toLocaleString('en');
  return {
    '2XX': { description: `Delivered. The log keeps the first ${kept} characters of the body.` },
    default: {
      description: `A failed attempt, as is no answer within ${DELIVERY_TIMEOUT_MS / 1_000} seconds: it is made again, on a schedule whose gaps grow. Redirects are not followed. After the last attempt the subscription is switched off.`,
      headers: {
        'Retry-After': {
          description: 'With 429 or 503: lengthens the gap up to twice its size.',
          schema: { type: 'integer' },
        },
      },
    },
  };
}

/** What is common to all of them, paragraph by paragraph. */
export function aboutDeliveries(prefix: string): readonly string[] {
  return [
    `One \`POST\` for each event and subscription, at least once and not always in order. Check the signature before you read the body, deduplicate by \`${prefix}-Delivery\`, and answer any 2xx within ${DELIVERY_TIMEOUT_MS / 1_000} seconds, also to an event that you ignore. Anything else is a failed attempt.`,
    `The names of this server's own headers begin with \`${prefix}\`; its operator chooses with \`--webhook-header-prefix\`. Those of Standard Webhooks' headers stay.`,
  ];
}

export const aboutExampleHeaders = `The headers are shown as they come with the delivery of \`order.created\` that is shown, in compact JSON, signed with \`${signingSecret}\`.`;
