import type { ReactElement } from 'react';
import { useErrorText } from '../data/use-error-text.ts';
import { isCallError } from '../transport/call-error.ts';
import { Loading } from './loading.tsx';
import { NotFound } from './not-found.tsx';
import { Page } from './page.tsx';
import { Trouble } from './trouble.tsx';

/** The page of a record that is not there: until it is read, or why it cannot be. */
export function Unread({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
}): ReactElement {
  const { what } = useErrorText(error);
  if (error === null) return <Loading />;
  if (isCallError(error, 'resource.not_found')) return <NotFound />;
  return (
    <Page title={what}>
      <Trouble error={error} onRetry={onRetry} isTitled />
    </Page>
  );
}
