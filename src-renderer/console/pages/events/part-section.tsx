import type { ReactElement, ReactNode } from 'react';
import { useWords } from '../../data/console-context.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { Section } from '../../../components/section.tsx';
import { Status } from '../../components/status.tsx';

interface Props {
  readonly title: string;
  /** What the button says that creates one. */
  readonly create: string;
  readonly mayCreate: boolean;
  readonly onCreate: () => void;
  readonly children: ReactNode;
}

/** A part of an event: its list, and the button for a new one. */
export function PartSection({ title, create, mayCreate, onCreate, children }: Props): ReactElement {
  return (
    <Section title={title} actions={mayCreate && <CreateButton name={create} onPress={onCreate} />}>
      {children}
    </Section>
  );
}

export function ArchivedStatus({ at }: { readonly at: string | null }): ReactElement {
  const { events: words } = useWords();
  return at === null ? (
    <Status tone="ok" text={words.inUse} />
  ) : (
    <Status tone="plain" text={words.statuses.archived} />
  );
}
