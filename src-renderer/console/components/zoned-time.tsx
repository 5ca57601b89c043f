import type { ReactElement } from 'react';
import { useFormats } from '../data/console-context.tsx';

/** A time in the zone of its event; in this device's until that is known. */
export function ZonedTime({
  at,
  zone,
}: {
  readonly at: string;
  readonly zone: string | undefined;
}): ReactElement {
  const formats = useFormats(zone);
  return <time dateTime={at}>{formats.dayTime(at)}</time>;
}
