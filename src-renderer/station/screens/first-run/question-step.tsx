import { useState } from 'react';
import type { FormEvent, ReactElement, ReactNode } from 'react';
import { Form } from 'react-aria-components';
import { Button } from '../../../components/button.tsx';
import { useDoor, useDoorState, useWords } from '../../components/door-context.tsx';
import { Field } from '../../../components/field.tsx';
import fields from '../../../components/field.module.css';
import { Page } from '../../components/page.tsx';
import { draftChanged, goToStep, runOwnServer } from './first-run-actions.ts';
import { StatusBar } from '../../components/status-bar.tsx';
import { Trouble } from '../../components/trouble.tsx';
import styles from './first-run.module.css';

interface Props {
  readonly step: 'organiser' | 'event' | 'entryPoints';
  readonly back: ReactNode;
}

/** One question on the way to a server of one's own. */
export function QuestionStep({ step, back }: Props): ReactElement {
  const door = useDoor();
  const { firstRun: words } = useWords();
  const { title, intro, label } = words.questions[step];
  const trouble = useDoorState((state) => state.trouble);
  const value = useDoorState(({ firstRun }) => firstRun?.draft[step] ?? '');
  const [isMissing, setMissing] = useState(false);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const isOptional = step === 'entryPoints';
    setMissing(!isOptional && value.trim() === '');
    if (isOptional) void runOwnServer(door, words.entrance);
    else if (value.trim() !== '') goToStep(door, step === 'organiser' ? 'event' : 'entryPoints');
  };
  return (
    <Page
      title={title}
      intro={intro}
      withTrouble={false}
      back={back}
      foot={<StatusBar isDoor={false} />}
    >
      <Form className={fields['form'] ?? ''} onSubmit={onSubmit} validationBehavior="aria">
        <Field
          label={label}
          error={isMissing ? words.needed : null}
          value={value}
          onChange={(text) => draftChanged(door, { [step]: text })}
          autoFocus
          maxLength={200}
        />
        <Trouble error={trouble} />
        <div className={styles['foot']}>
          <Button type="submit" look="main">
            {words.next}
          </Button>
        </div>
      </Form>
    </Page>
  );
}
