import { useState } from 'react';
import type { ReactElement } from 'react';
import { Button } from '../../../components/button.tsx';
import { useConsole, useWords } from '../../data/console-context.tsx';
import { Loading } from '../../components/loading.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { FactCard } from '../../components/record-page.tsx';
import { Section } from '../../../components/section.tsx';
import { Refused, Trouble } from '../../components/trouble.tsx';
import { useAct } from '../../data/use-act.ts';
import { useMay } from '../../data/use-operations.ts';
import { useView } from '../../data/use-view.ts';
import { useSettingsWords } from './settings-words.ts';

/** What the organiser is called, what its plan gives, and whether email is sent. */
export function OrganiserSettings(): ReactElement {
  const settings = useSettingsWords();
  const { shell } = useWords();
  const { notify, refresh } = useConsole();
  const words = settings.organiser;
  const mayEdit = useMay('organiser.update');
  const mayTest = useMay('organiser.mail-test');
  const act = useAct();
  const [isEditing, setIsEditing] = useState(false);
  const [isTesting, setIsTesting] = useState(false);
  const [whyNotSent, setWhyNotSent] = useState<string | null>(null);
  const { data, error, refetch } = useView('organiser.show');
  if (data === undefined) {
    return error === null ? <Loading /> : <Trouble error={error} onRetry={() => void refetch()} />;
  }
  const { display_name, email, plan, mail } = data;
  const test = async () => {
    setIsTesting(true);
    setWhyNotSent(null);
    const tested = await act('organiser.mail-test', {});
    setIsTesting(false);
    if (tested?.sent === true) notify(words.sent);
    else if (tested !== null) setWhyNotSent(tested.why ?? '');
  };
  return (
    <>
      <Section
        title={words.details}
        actions={mayEdit && <Button onPress={() => setIsEditing(true)}>{words.edit}</Button>}
      >
        <FactCard
          facts={[
            { label: words.name, value: display_name },
            { label: words.email, value: email ?? '–' },
            { label: words.plan, value: words.plans[plan] ?? plan },
          ]}
        />
        <p>{words.planWhat[plan]}</p>
      </Section>
      <Section
        title={words.mail}
        actions={
          mail !== null &&
          mayTest && (
            <Button isPending={isTesting} onPress={() => void test()}>
              {isTesting ? words.testing : words.test}
            </Button>
          )
        }
      >
        {mail === null ? (
          <p>{words.noMail}</p>
        ) : (
          <FactCard facts={[{ label: words.mailFrom, value: mail.from }]} />
        )}
        {whyNotSent !== null && <Refused>{words.notSent(whyNotSent)}</Refused>}
      </Section>
      {isEditing && (
        <OperationDialog
          name="organiser.update"
          title={words.edit}
          submit={shell.save}
          without={['plan']}
          initial={{ name: display_name, email }}
          onClose={() => setIsEditing(false)}
          onDone={() => {
            notify(words.saved);
            void refresh();
          }}
        />
      )}
    </>
  );
}
