import type { ReactElement } from 'react';
import { Tabs } from '../../components/record-page.tsx';
import { useWords } from '../../data/console-context.tsx';

/** Scans, and the admissions among them that ended. */
export function ScanTabs(): ReactElement {
  const { scans: words } = useWords();
  return (
    <Tabs
      label={words.title}
      tabs={[
        { name: words.title, address: '/scans' },
        { name: words.endedTitle, address: '/scans/ended' },
      ]}
    />
  );
}
