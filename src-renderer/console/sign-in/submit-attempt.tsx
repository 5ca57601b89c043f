import type { ReactElement, ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { useSecondsLeft } from '../data/use-seconds-left.ts';
import { SignInRefusal } from './sign-in-refusal.tsx';

/** The button of a form, below why the last attempt failed. While the server refuses another one, it cannot be pressed. */
export function SubmitAttempt({
  error,
  children,
}: {
  readonly error: unknown;
  readonly children: ReactNode;
}): ReactElement {
  const secondsLeft = useSecondsLeft(error);
  return (
    <>
      <SignInRefusal error={error} />
      <Button look="main" type="submit" isDisabled={secondsLeft > 0}>
        {children}
      </Button>
    </>
  );
}
