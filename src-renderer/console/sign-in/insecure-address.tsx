import type { ReactElement } from 'react';
import { useWords } from '../data/console-context.tsx';
import { Gate } from './gate.tsx';

/** In place of the console where the browser has no Web Crypto, without which nobody can sign in. */
export function InsecureAddress(): ReactElement {
  const { signIn } = useWords();
  return (
    <Gate title={signIn.insecure.title} lead={signIn.insecure.lead}>
      <p>{signIn.insecure.next}</p>
    </Gate>
  );
}
