import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import type { SampleCode } from '../../../../shared/station/server.ts';
import { useDoor, useWords } from '../../components/door-context.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { useServerHere } from '../../components/use-server-here.ts';
import { signalOf } from '../../state/verdict/outcome-signal.ts';
import styles from './samples-sheet.module.css';

/** Codes of the demo beside the verdict: to scan from the screen, or to press without a scanner. */
export function SamplesSheet(): ReactElement {
  const door = useDoor();
  const { samples: words, signal } = useWords();
  const { server } = useServerHere();
  return (
    <Sheet title={words.title}>
      <p className={styles['intro']}>{words.intro}</p>
      <ul className={styles['codes']}>
        {(server?.samples ?? []).map((sample) => {
          const word = signal[signalOfSample(sample)];
          return (
            <li key={sample.code}>
              <Button
                className={styles['code'] ?? ''}
                aria-label={`${word}: ${sample.code}`}
                onPress={() => door.scan(sample.code, 'typed')}
              >
                <svg viewBox={`0 0 ${sample.size} ${sample.size}`} aria-hidden="true">
                  <path d={sample.path} stroke="black" />
                </svg>
                <span>{word}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}

/** What the code says before it is used. */
function signalOfSample({ reason }: SampleCode) {
  if (reason === 'unknown_ticket') return signalOf({ kind: reason, reason: null, note: undefined });
  const kind = reason === 'scanning.allowed' ? 'admitted' : 'denied';
  return signalOf({ kind, reason, note: undefined });
}
