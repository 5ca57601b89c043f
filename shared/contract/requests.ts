import { Type, type Static } from 'typebox';
import { NamedReference, Nullable } from './fields.ts';

/** Request bodies of specification §4.4. Unknown keys are ignored. */

/** An online check-in; `scanner_location` and `session` are additive. */
export const CheckInRequest = Type.Object({
  ticket: NamedReference('ticket'),
  scanner_location: Type.Optional(Nullable(NamedReference('location'))),
  session: Type.Optional(Nullable(NamedReference('session'))),
});
export type CheckInRequest = Static<typeof CheckInRequest>;

const ContactName = () => Type.Optional(Nullable(Type.String({ maxLength: 255 })));

/** Only fields that are sent are set; null clears. */
export const ContactUpsertRequest = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 254 }),
  first_name: ContactName(),
  last_name: ContactName(),
  mobile: ContactName(),
});
export type ContactUpsertRequest = Static<typeof ContactUpsertRequest>;

export const MAX_WEBHOOK_URL_LENGTH = 2048;

export const WebhookCreateRequest = Type.Object({
  url: Type.String({ minLength: 1, maxLength: MAX_WEBHOOK_URL_LENGTH }),
  events: Type.Array(Type.String(), {
    minItems: 1,
    maxItems: 100,
    description: 'Names of events: those of the webhooks of this description.',
  }),
  event: Type.Optional(
    Nullable(
      Type.String({ description: 'Pins it to one event; clients limited to events need it.' }),
    ),
  ),
});
export type WebhookCreateRequest = Static<typeof WebhookCreateRequest>;
