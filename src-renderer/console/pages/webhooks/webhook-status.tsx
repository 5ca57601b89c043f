import type { ReactElement } from 'react';
import type { WebhookDelivery } from '../../../../shared/resources/webhook-deliveries.ts';
import type { WebhookSubscription } from '../../../../shared/resources/webhooks.ts';
import { Status } from '../../components/status.tsx';
import { useWebhookWords } from './webhook-words.ts';

export function WebhookStatus({
  webhook: { is_active },
}: {
  readonly webhook: Pick<WebhookSubscription, 'is_active'>;
}): ReactElement {
  const { webhooks: words } = useWebhookWords();
  return <Status tone={is_active ? 'ok' : 'no'} text={is_active ? words.active : words.off} />;
}

const tones = { pending: 'waiting', delivered: 'ok', failed: 'no', cancelled: 'plain' } as const;

export function DeliveryStatus({
  status,
}: {
  readonly status: WebhookDelivery['status'];
}): ReactElement {
  const { webhooks: words } = useWebhookWords();
  return <Status tone={tones[status]} text={words.statuses[status]} />;
}
