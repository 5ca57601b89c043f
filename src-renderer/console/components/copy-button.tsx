import { Check, Copy, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Button } from '../../components/button.tsx';
import { useWords } from '../data/console-context.tsx';

interface Props {
  readonly text: string;
  /** Shown beside the icon; otherwise the icon is all. */
  readonly label?: string;
}

/** Copies a text, or says that the browser does not let it. */
export function CopyButton({ text, label }: Props): ReactElement {
  const { shell } = useWords();
  const [outcome, setOutcome] = useState<'copied' | 'notCopied' | null>(null);
  const Icon = outcome === null ? Copy : outcome === 'copied' ? Check : TriangleAlert;
  const said = outcome === null ? label : shell[outcome];
  return (
    <Button
      look={label === undefined && outcome !== 'notCopied' ? 'icon' : 'plain'}
      aria-label={said ?? shell.copy}
      onPress={() => {
        void navigator.clipboard.writeText(text).then(
          () => setOutcome('copied'),
          () => setOutcome('notCopied'),
        );
      }}
      // The longer text stays: its end would move what is just being pressed.
      onBlur={() => setOutcome((last) => (last === 'copied' ? null : last))}
    >
      <Icon size={15} aria-hidden="true" />
      {(label !== undefined || outcome === 'notCopied') && said}
    </Button>
  );
}
