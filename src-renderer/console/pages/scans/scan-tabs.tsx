import type { ReactElement } from 'react';
import { Tabs } from '../../components/record-page.tsx';
import { useWords } from '../../data/console-context.tsx';

/** Scans, the admissions among them that ended, and those in spite of a refusal. */
export function ScanTabs(): ReactElement {
  const { scans: words } = useWords();
  return (
    <Tabs
      label={words.title}
      tabs={[
        { name: words.title, address: '/scans' },
        { name: words.endedTitle, address: '/scans/ended' },
        { name: words.overruledTitle, address: '/scans/overruled' },
      ]}
    />
  );
}
