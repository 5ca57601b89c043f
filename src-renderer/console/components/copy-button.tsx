import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Button } from '../../components/button.tsx';
import { useWords } from '../data/console-context.tsx';

interface Props {
  readonly text: string;
  /** Shown beside the icon; otherwise the icon is all. */
  readonly label?: string;
}

/** Copies a text. */
export function CopyButton({ text, label }: Props): ReactElement {
  const { shell } = useWords();
  const [isCopied, setIsCopied] = useState(false);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      look={label === undefined ? 'icon' : 'plain'}
      aria-label={isCopied ? shell.copied : (label ?? shell.copy)}
      onPress={() => {
        void navigator.clipboard.writeText(text).then(() => setIsCopied(true));
      }}
      onBlur={() => setIsCopied(false)}
    >
      <Icon size={15} aria-hidden="true" />
      {label !== undefined && (isCopied ? shell.copied : label)}
    </Button>
  );
}
