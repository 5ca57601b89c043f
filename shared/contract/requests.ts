import { Type, type Static } from 'typebox';
import { contactColumns, eachWritable } from './contact-columns.ts';
import { NamedReference, Nullable } from './fields.ts';
import { DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS, MAX_WEBHOOK_URL_LENGTH } from './limits.ts';
import { webhookEventNames } from './webhooks.ts';

/** Request bodies of specification §4.4. Unknown keys are ignored. */

/** An online check-in; `scanner_location` and `session` are additive. */
export const CheckInRequest = Type.Object({
  ticket: NamedReference('ticket', "The ticket's reference."),
  scanner_location: Type.Optional(
    Nullable(
      NamedReference(
        'location',
        'The entry point, for the record and for tickets that admit only at some. Without it, none is checked.',
      ),
    ),
  ),
  session: Type.Optional(
    Nullable(
      NamedReference(
        'session',
        "A session of the ticket's event, or 404. The verdict is about the ticket's own session, whichever is named.",
      ),
    ),
  ),
});
export type CheckInRequest = Static<typeof CheckInRequest>;

/** Only fields that are sent are set; null clears. */
export const ContactUpsertRequest = Type.Object({
  email: Type.String({
    minLength: 1,
    maxLength: contactColumns.email.maxLength,
    description:
      'Which contact: letter case, the form of an international domain and surrounding spaces make no difference.',
  }),
  ...eachWritable((column) =>
    Type.Optional(Nullable(Type.String({ maxLength: contactColumns[column].maxLength }))),
  ),
});
export type ContactUpsertRequest = Static<typeof ContactUpsertRequest>;

const webhookTarget = {
  url: Type.String({
    minLength: 1,
    maxLength: MAX_WEBHOOK_URL_LENGTH,
    description:
      'An http or https address; every address of its host must be one that the server may call.',
  }),
  events: Type.Array(Type.Enum([...webhookEventNames]), {
    minItems: 1,
    maxItems: 100,
    description: 'Names of events: those of the webhooks of this description.',
  }),
};

export const WebhookCreateRequest = Type.Object({
  ...webhookTarget,
  event: Type.Optional(
    Nullable(NamedReference('event', 'Pins it to one event; clients limited to events need it.')),
  ),
});
export type WebhookCreateRequest = Static<typeof WebhookCreateRequest>;

/** Only fields that are sent change. */
export const WebhookUpdateRequest = Type.Object({
  url: Type.Optional(webhookTarget.url),
  events: Type.Optional(webhookTarget.events),
  is_active: Type.Optional(
    Type.Boolean({
      description:
        'False ends every delivery that is pending. True clears `disabled_reason`; what was missed is not sent again.',
    }),
  ),
});
export type WebhookUpdateRequest = Static<typeof WebhookUpdateRequest>;

export const WebhookTestRequest = Type.Object({
  event_name: Type.Optional(
    Type.Enum([...webhookEventNames], {
      description: 'Which event to send an example of; by default the first of the subscription.',
    }),
  ),
});
export type WebhookTestRequest = Static<typeof WebhookTestRequest>;

export const SecretRotationRequest = Type.Object({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_OVERLAP_SECONDS,
      default: DEFAULT_OVERLAP_SECONDS,
      description:
        'How long deliveries are signed with former secrets as well; 0 ends them all at once.',
    }),
  ),
});
export type SecretRotationRequest = Static<typeof SecretRotationRequest>;
