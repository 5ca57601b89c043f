import { Type, type TSchema } from 'typebox';
import { ReferenceTo, Text } from './fields.ts';

/** One header of a delivery (specification §6.1), and the additive ones of Standard Webhooks. */
export interface HeaderContract {
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
        '`t=…,v1=…`: when it was signed, in unix seconds, and the lowercase hex of HMAC-SHA256, keyed with the whole secret, over `t`, a dot and the body as it came.',
      schema: Type.String({ pattern: '^t=\\d+,v1=[0-9a-f]{64}$' }),
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
      description: 'The signature as Standard Webhooks has it.',
      schema: Type.String({ pattern: '^v1,[A-Za-z0-9+/]{43}=$' }),
    },
  } as const satisfies Record<string, HeaderContract>;
}

export type DeliveryHeader = keyof ReturnType<typeof describedHeaders>;
