import { Printer } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../components/button.tsx';
import { isKiosk } from '../state/door-state.ts';
import { labelOf, type Labelled } from '../state/follow-labels.ts';
import { useDoor, useDoorState, useWords } from './door-context.tsx';

interface Props {
  readonly of: Labelled;
}

/** Prints the label of a guest who is in once more. Renders nothing where no labels are printed. */
export function LabelButton({ of }: Props): ReactElement | null {
  const door = useDoor();
  const { labels: words } = useWords();
  const isOff = useDoorState(({ station }) => (station?.label.size ?? 'off') === 'off');
  const hasOnlyDoor = useDoorState(isKiosk);
  if (isOff || hasOnlyDoor) return null;
  return (
    <Button onPress={() => door.printLabel(labelOf(of))}>
      <Printer size={20} aria-hidden="true" />
      {words.print}
    </Button>
  );
}
