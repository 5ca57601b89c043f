import layout from '../../../components/layout.module.css';
import { Printer, Save, Volume2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../components/button.tsx';
import { useDoor, useNow, usePlace, useWords } from '../../components/door-context.tsx';
import { Sheet } from '../../components/sheet.tsx';
import trainingCode from '../../components/training-codes/layout-short.svg';
import { saveText } from '../../../browser/save-text.ts';
import { exportName } from '../../state/export-file.ts';
import { gradeOf, linesOf, type SelfTestResult } from '../../state/self-test.ts';
import { headOf, selfTestText, findingSentence } from './self-test-text.ts';
import { formatAge, formatIsoDay } from '../../i18n/format.ts';
import { gradeIcons } from './grade-icons.ts';
import styles from './self-test-sheet.module.css';
import { useSelfTest } from './use-self-test.ts';

/** The self-test before doors. The last result stays, with its age, until the next one. */
export function SelfTestSheet(): ReactElement {
  const { selfTest: words } = useWords();
  const { result, stage, start, say } = useSelfTest();
  return (
    <Sheet title={words.title}>
      <p className={styles['intro']}>{words.intro}</p>
      <Button look={result === null ? 'main' : 'plain'} onPress={() => void start()}>
        {result === null ? words.start : words.again}
      </Button>
      {stage !== 'none' && <ByHand say={say} />}
      {stage === 'running' && (
        <p className={styles['intro']} role="status">
          {words.running}
        </p>
      )}
      {stage !== 'running' && result !== null && <Result result={result} />}
    </Sheet>
  );
}

/** The checks that need a person: scan a code, and listen. */
function ByHand({ say }: { readonly say: (heard: boolean) => void }): ReactElement {
  const door = useDoor();
  const { selfTest: words, settings } = useWords();
  return (
    <ol className={styles['steps']}>
      <li className={styles['step']}>
        <p>{words.scan}</p>
        <img className={styles['code']} src={trainingCode} alt={words.code} />
      </li>
      <li className={styles['step']}>
        <p>{words.listen}</p>
        <div className={layout['row']}>
          <Button onPress={door.playSample}>
            <Volume2 size={20} aria-hidden="true" />
            {settings.tryTone}
          </Button>
          <Button onPress={() => say(true)}>{words.heard}</Button>
          <Button onPress={() => say(false)}>{words.notHeard}</Button>
        </div>
      </li>
    </ol>
  );
}

function Result({ result }: { readonly result: SelfTestResult }): ReactElement {
  const words = useWords();
  const place = usePlace();
  const now = useNow();
  const age = formatAge(now - Date.parse(result.at), place.locale);
  const save = () => {
    const { event, at } = result;
    const day = formatIsoDay(Date.parse(at), place.zone);
    const name = exportName(words.selfTest.fileName, { event, day }, 'txt');
    saveText(name, selfTestText(result, words, place), 'text/plain');
  };
  return (
    <section className={styles['result']}>
      <Findings result={result} />
      <p className={styles['intro']}>{words.selfTest.last(age)}</p>
      <div className={layout['row']}>
        <Button onPress={() => window.print()}>
          <Printer size={18} aria-hidden="true" />
          {words.selfTest.print}
        </Button>
        <Button onPress={save}>
          <Save size={18} aria-hidden="true" />
          {words.selfTest.save}
        </Button>
      </div>
      {createPortal(<OnPaper result={result} />, document.body)}
    </section>
  );
}

function Findings({ result }: { readonly result: SelfTestResult }): ReactElement {
  const words = useWords();
  const place = usePlace();
  const lines = linesOf(result);
  const grade = gradeOf(lines);
  return (
    <>
      <p className={styles['grade']} data-grade={grade} role="status">
        {words.selfTest.grades[grade]}
      </p>
      <ul className={styles['lines']} aria-label={words.selfTest.title}>
        {lines.map((line) => {
          const Icon = gradeIcons[line.grade];
          return (
            <li key={line.check} className={styles['line']} data-grade={line.grade}>
              <Icon size={20} role="img" aria-label={words.selfTest.grades[line.grade]} />
              <span className={styles['check']}>{words.selfTest.checks[line.check]}</span>
              <span className={styles['found']}>{findingSentence(line, result, words, place)}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The printed page; everything else is hidden. Includes the code for next time, and room for a name. */
function OnPaper({ result }: { readonly result: SelfTestResult }): ReactElement {
  const words = useWords();
  const place = usePlace();
  return (
    <div className={styles['paper']} data-print="only">
      <h1 className={styles['title']}>{words.selfTest.title}</h1>
      {headOf(result, words, place).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <Findings result={result} />
      <img className={styles['code']} src={trainingCode} alt={words.selfTest.code} />
    </div>
  );
}
