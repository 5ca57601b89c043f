import { useState } from 'react';
import type { ReactElement } from 'react';
import { Button } from '../../../components/button.tsx';
import { useConsole, useWords } from '../../data/console-context.tsx';
import { Loading } from '../../components/loading.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { FactCard, Section } from '../../components/record-page.tsx';
import { Trouble } from '../../components/trouble.tsx';
import { useMay } from '../../data/use-operations.ts';
import { useView } from '../../data/use-view.ts';

/** What the organiser is called, what its plan gives, and whether email is sent. */
export function OrganiserSettings(): ReactElement {
  const { settings, shell } = useWords();
  const { notify, refresh } = useConsole();
  const words = settings.organiser;
  const mayEdit = useMay('organiser.update');
  const mayTest = useMay('organiser.mail-test');
  const [asked, setAsked] = useState<'edit' | 'test' | null>(null);
  const { data, error, refetch } = useView('organiser.show');
  if (data === undefined) {
    return error === null ? <Loading /> : <Trouble error={error} onRetry={() => void refetch()} />;
  }
  const { display_name, email, plan, mail } = data;
  const close = () => setAsked(null);
  return (
    <>
      <Section
        title={words.details}
        actions={mayEdit && <Button onPress={() => setAsked('edit')}>{words.edit}</Button>}
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
          mail !== null && mayTest && <Button onPress={() => setAsked('test')}>{words.test}</Button>
        }
      >
        {mail === null ? (
          <p>{words.noMail}</p>
        ) : (
          <FactCard facts={[{ label: words.mailFrom, value: mail.from }]} />
        )}
      </Section>
      {asked === 'edit' && (
        <OperationDialog
          name="organiser.update"
          title={words.edit}
          submit={shell.save}
          without={['plan']}
          initial={{ name: display_name, email }}
          onClose={close}
          onDone={() => {
            notify(words.saved);
            void refresh();
          }}
        />
      )}
      {asked === 'test' && (
        <OperationDialog
          name="organiser.mail-test"
          title={words.test}
          submit={words.send}
          onClose={close}
          onDone={({ sent, why }) => notify(sent ? words.sent : words.notSent(why ?? ''))}
        />
      )}
    </>
  );
}
