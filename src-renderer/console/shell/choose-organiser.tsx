import type { ReactElement } from 'react';
import { Button } from '../../components/button.tsx';
import { ChoiceList } from '../../components/choice-list.tsx';
import { useConsole, useConsoleState, useWords } from '../data/console-context.tsx';
import { Gate } from '../sign-in/gate.tsx';

/** For who is a member of several organisers, or of none any more. */
export function ChooseOrganiser(): ReactElement | null {
  const { prefer, signOut } = useConsole();
  const { signIn, shell } = useWords();
  const account = useConsoleState((state) => state.account);
  if (account === null || !account.is_verified) return null;
  return (
    <Gate title={signIn.organiser.title}>
      {account.memberships.length === 0 ? (
        <p>{signIn.organiser.none}</p>
      ) : (
        <ChoiceList
          label={signIn.organiser.title}
          items={account.memberships.map(({ organiser, display_name, role }) => ({
            id: organiser,
            name: display_name,
            note: shell.roles[role],
          }))}
          onChoose={(organiser) => void prefer({ organiser })}
        />
      )}
      <Button look="quiet" onPress={() => void signOut()}>
        {shell.signOut}
      </Button>
    </Gate>
  );
}
