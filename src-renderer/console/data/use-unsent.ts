import { useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from 'react';
import { useConsole } from './console-context.tsx';

/** The state of a form: where the session ends before it is sent, who signs in again finds it as it was. `form`: which one, among all. */
export function useUnsent<Held>(
  form: string,
  initial: Held,
): readonly [Held, Dispatch<SetStateAction<Held>>] {
  const { unsent } = useConsole();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of that name kept it
  const [held, setHeld] = useState(() => (unsent.find(form) as Held | undefined) ?? initial);
  const leave = useEffectEvent(() => unsent.leave(form, held));
  useEffect(() => () => leave(), []);
  return [held, setHeld];
}
