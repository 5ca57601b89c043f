import { createPageWords } from '../../components/page-words.tsx';
import { webhookLanguages } from '../../i18n/languages.ts';

export const [WebhookWordsProvider, useWebhookWords] = createPageWords(
  'webhooks',
  webhookLanguages,
);
