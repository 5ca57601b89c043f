import { FileUp } from 'lucide-react';
import type { ReactElement } from 'react';
import { DropZone, FileTrigger } from 'react-aria-components';
import { MAX_IMPORT_BYTES } from '../../../../shared/contract/limits.ts';
import { Button } from '../../../components/button.tsx';
import { useFormats, useWords } from '../../data/console-context.tsx';
import styles from './import.module.css';

const types = ['.csv', '.txt', '.tsv', 'text/csv'];

interface Props {
  readonly onFile: (file: File) => void;
}

/** Where a file is dropped or chosen. */
export function ChooseFile({ onFile }: Props): ReactElement {
  const { importing: words } = useWords();
  const { size } = useFormats();
  const take = async (items: Iterable<unknown>) => {
    for (const item of items) if (isFileItem(item)) return onFile(await item.getFile());
    return undefined;
  };
  return (
    <DropZone
      className={styles['drop'] ?? ''}
      aria-label={words.drop}
      onDrop={({ items }) => void take(items)}
    >
      <FileUp size={24} aria-hidden="true" />
      <p className={styles['title']}>{words.drop}</p>
      <p className={styles['muted']}>{words.limits(size(MAX_IMPORT_BYTES))}</p>
      <FileButton onFile={onFile}>{words.choose}</FileButton>
    </DropZone>
  );
}

export function FileButton({
  onFile,
  children,
}: Props & { readonly children: string }): ReactElement {
  return (
    <FileTrigger
      acceptedFileTypes={types}
      onSelect={(files) => {
        const file = files?.item(0);
        if (file) onFile(file);
      }}
    >
      <Button>{children}</Button>
    </FileTrigger>
  );
}

interface FileItem {
  readonly kind: 'file';
  readonly getFile: () => Promise<File>;
}

function isFileItem(item: unknown): item is FileItem {
  return typeof item === 'object' && item !== null && 'kind' in item && item.kind === 'file';
}
