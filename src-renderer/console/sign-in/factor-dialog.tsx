import type { ReactElement } from 'react';
import { useConsoleState, useWords } from '../data/console-context.tsx';
import { Modal } from '../components/modal.tsx';
import { FactorForm } from './factor-form.tsx';

/** Asks for the second factor again, for what needs a fresh one; what was asked for then goes on. */
export function FactorDialog(): ReactElement | null {
  const { signIn } = useWords();
  const account = useConsoleState((state) => state.account);
  const settle = useConsoleState(({ factorAsked }) => factorAsked);
  if (account === null || settle === null) return null;
  return (
    <Modal title={signIn.again.title} onClose={() => settle(false)}>
      <p>{signIn.again.why}</p>
      <FactorForm account={account} onShown={async () => settle(true)} />
    </Modal>
  );
}
