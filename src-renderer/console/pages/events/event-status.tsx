import type { ReactElement } from 'react';
import type { EventDescribed } from '../../../../shared/console/operation-results.ts';
import { useWords } from '../../data/console-context.tsx';
import { Status } from '../../components/status.tsx';

const tones = { draft: 'waiting', published: 'ok', archived: 'plain' } as const;

export function EventStatus({
  event: { status: visible, deleted_at },
}: {
  readonly event: Pick<EventDescribed, 'status' | 'deleted_at'>;
}): ReactElement {
  const { events: words } = useWords();
  const status = deleted_at === null ? visible : 'archived';
  return <Status tone={tones[status]} text={words.statuses[status]} />;
}
