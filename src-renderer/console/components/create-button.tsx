import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../components/button.tsx';

/** The button of a page or section for something new. */
export function CreateButton({
  name,
  onPress,
}: {
  readonly name: string;
  readonly onPress: () => void;
}): ReactElement {
  return (
    <Button look="main" onPress={onPress}>
      <Plus size={16} aria-hidden="true" />
      {name}
    </Button>
  );
}
