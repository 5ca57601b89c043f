import type { ReactElement } from 'react';
import { Button } from '../../components/button.tsx';
import { useWords } from '../data/console-context.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { saveText } from '../../browser/save-text.ts';
import styles from './gate.module.css';

interface Props {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** Recovery codes, shown this once. */
export function RecoveryCodes({ codes, onKept }: Props): ReactElement {
  const { signIn, shell } = useWords();
  const text = codes.join('\n');
  return (
    <>
      <ol className={styles['codes']} aria-label={signIn.enrol.codes.label}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles['row']}>
        <CopyButton text={text} label={shell.copy} />
        <Button onPress={() => saveText(signIn.enrol.codes.fileName, `${text}\n`, 'text/plain')}>
          {shell.download}
        </Button>
      </div>
      <Button look="main" onPress={onKept}>
        {signIn.enrol.codes.kept}
      </Button>
    </>
  );
}
