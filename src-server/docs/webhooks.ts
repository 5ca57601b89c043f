import { Type, type TSchema } from 'typebox';
import { ReferenceTo, Text } from '../../shared/contract/fields.ts';
import {
  DeliveryOf,
  webhookEventNames,
  webhookEvents,
  type WebhookEventName,
} from '../../shared/resources/webhook-events.ts';
import { DELIVERY_TIMEOUT_MS, STORED_RESPONSE_CHARACTERS } from '../../shared/contract/limits.ts';
import { signingSecret } from '../examples/webhooks.ts';
import { exampleDelivery, exampleHeaders } from '../examples/webhook-events.ts';
import type { Json, Members } from '../examples/example.ts';
import { identifierOf, writeSchema } from './schemas.ts';

/** The events of §6.4 as requests that the server makes; `prefix` is the prefix of its own headers. */
export function describeWebhooks(prefix: string): Members {
  return Object.fromEntries(webhookEventNames.map((name) => [name, describeEvent(name, prefix)]));
}

function describeEvent(name: WebhookEventName, prefix: string): Members {
  const { Event } = describedHeaders(prefix);
  return {
    post: {
      operationId: `receive${identifierOf(name)}`,
      summary: name,
      description: webhookEvents[name].meaning,
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
            schema: writeSchema(DeliveryOf(name)),
            example: exampleDelivery(name),
          },
        },
      },
      responses: describeResponses(),
    },
  };
}

/** The headers common to all events, as component parameters by name. */
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
  const written = writeSchema(schema);
  return { name, in: 'header', required: true, description, schema: written, example };
}

function describeResponses(): Members {
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

/** One header of a delivery (specification §6.1), and the additive ones of Standard Webhooks. */
interface HeaderContract {
  readonly name: string;
  readonly description: string;
  readonly schema: TSchema;
}

/** The headers of a delivery besides those of any request with JSON; `prefix` is what the service's own names begin with. */
export function describedHeaders(prefix: string) {
  return {
    Event: {
      name: `${prefix}-Event`,
      description: 'The name of the event, as in the body.',
      schema: Text(),
    },
    Delivery: {
      name: `${prefix}-Delivery`,
      description: 'The delivery, the same in every attempt: deduplicate by it.',
      schema: ReferenceTo('delivery'),
    },
    Signature: {
      name: `${prefix}-Signature`,
      description:
        '`t=…,v1=…`: when it was signed, in unix seconds, and the lowercase hex of HMAC-SHA256, keyed with the whole secret, over `t`, a dot and the body as it came. While a secret is rotated there is a `v1` for each secret: one that is right is enough.',
      schema: Type.String({ pattern: '^t=\\d+(?:,v1=[0-9a-f]{64})+$' }),
    },
    StandardId: {
      name: 'webhook-id',
      description: `The same as \`${prefix}-Delivery\`, for libraries of Standard Webhooks.`,
      schema: ReferenceTo('delivery'),
    },
    StandardTimestamp: {
      name: 'webhook-timestamp',
      description: `The same as \`t\` in \`${prefix}-Signature\`.`,
      schema: Type.String({ pattern: '^\\d+$' }),
    },
    StandardSignature: {
      name: 'webhook-signature',
      description: 'The signature as Standard Webhooks has it; several are separated by spaces.',
      schema: Type.String({ pattern: '^v1,[A-Za-z0-9+/]{43}=(?: v1,[A-Za-z0-9+/]{43}=)*$' }),
    },
  } as const satisfies Record<string, HeaderContract>;
}

/** The description common to all events, by paragraph. */
export function aboutDeliveries(prefix: string): readonly string[] {
  return [
    `One \`POST\` for each event and subscription, at least once and not always in order. Check the signature before you read the body, deduplicate by \`${prefix}-Delivery\`, and answer any 2xx within ${DELIVERY_TIMEOUT_MS / 1_000} seconds, also to an event that you ignore. Anything else is a failed attempt.`,
    `The names of this server's own headers begin with \`${prefix}\`; its operator chooses with \`--webhook-header-prefix\`. Those of Standard Webhooks' headers stay.`,
  ];
}

export const aboutExampleHeaders = `The headers are shown as they come with the delivery of \`order.created\` that is shown, in compact JSON, signed with \`${signingSecret}\`.`;
