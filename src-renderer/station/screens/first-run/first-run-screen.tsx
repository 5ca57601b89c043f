import { ArrowLeft } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { assertNever } from '../../../../shared/assert-never.ts';
import { Button } from '../../../components/button.tsx';
import { ChoiceList } from '../../../components/choice-list.tsx';
import { useDoor, useDoorState, useWords } from '../../components/door-context.tsx';
import { ImportProgress } from '../../components/import-progress.tsx';
import { Page } from '../../components/page.tsx';
import { stepBefore, type FirstRun } from '../../state/first-run.ts';
import { afterEventChosen, goBack, placeChosen } from './first-run-actions.ts';
import { endFirstRun } from '../../state/follow-first-run.ts';
import { ChooseEventScreen } from '../choose-event/choose-event-screen.tsx';
import { ConnectScreen } from '../connect/connect-screen.tsx';
import { StatusBar } from '../../components/status-bar.tsx';
import { Cards } from './cards.tsx';
import styles from './first-run.module.css';
import { QuestionStep } from './question-step.tsx';

/** Setting up this device: one decision per screen, while the import runs in the background. */
export function FirstRunScreen({ firstRun }: { readonly firstRun: FirstRun }): ReactElement {
  const door = useDoor();
  if (firstRun.busy) return <Starting />;
  switch (firstRun.step) {
    case 'choice':
      return <Cards />;
    case 'connect':
      return <ConnectScreen back={<Back />} />;
    case 'organiser':
    case 'event':
    case 'entryPoints':
      return <QuestionStep key={firstRun.step} step={firstRun.step} back={<Back />} />;
    case 'chooseEvent':
      return <ChooseEventScreen onChosen={() => afterEventChosen(door)} back={<Back />} />;
    case 'place':
      return <PlaceStep />;
    default:
      return assertNever(firstRun.step);
  }
}

function Starting(): ReactElement {
  const { firstRun: words } = useWords();
  return <Page title={words.starting} intro={words.startingNext} />;
}

const BOX_OFFICE = 'box_office';

/** The last decision, after which the door opens: the entrance that tickets are checked for, or the box office. */
function PlaceStep(): ReactElement {
  const door = useDoor();
  const words = useWords();
  const points = useDoorState(({ station }) => station?.entry_points ?? none);
  const isHeard = points.length > 0;
  const items = [
    ...points.map(({ reference, name }) => ({ id: reference, name, note: null })),
    { id: BOX_OFFICE, name: words.actions.boxOffice, note: words.firstRun.boxOfficeNote },
  ];
  return (
    <Step
      title={words.firstRun.place}
      intro={isHeard ? words.firstRun.placeIntro : words.firstRun.reading}
    >
      {isHeard && (
        <ChoiceList
          label={words.firstRun.place}
          items={items}
          onChoose={(id) => void placeChosen(door, id === BOX_OFFICE ? null : id)}
        />
      )}
      {!isHeard && (
        <Button onPress={() => endFirstRun(door.store)}>{words.firstRun.toTheDoor}</Button>
      )}
    </Step>
  );
}

interface StepProps {
  readonly title: string;
  readonly intro: string;
  readonly children: ReactNode;
}

function Step({ title, intro, children }: StepProps): ReactElement {
  return (
    <Page title={title} intro={intro} back={<Back />} foot={<StatusBar isDoor={false} />}>
      <div className={styles['parts']}>
        {children}
        <ImportProgress />
      </div>
    </Page>
  );
}

function Back(): ReactElement | null {
  const door = useDoor();
  const { firstRun: words } = useWords();
  const hasBack = useDoorState(
    ({ firstRun }) => firstRun !== null && stepBefore(firstRun) !== null,
  );
  if (!hasBack) return null;
  return (
    <Button look="quiet" onPress={() => goBack(door)}>
      <ArrowLeft size={20} aria-hidden="true" />
      {words.back}
    </Button>
  );
}

const none: readonly { readonly reference: string; readonly name: string }[] = [];
