import { FileUp } from 'lucide-react';
import type { ReactElement } from 'react';
import { FileTrigger } from 'react-aria-components';
import { MAX_IMPORT_BYTES } from '../../../../shared/contract/limits.ts';
import { Button } from '../../../components/button.tsx';
import { useFormats } from '../../data/console-context.tsx';
import { useImportWords } from './import-words.ts';
import styles from './import.module.css';

const types = ['.csv', '.txt', '.tsv', 'text/csv'];

interface Props {
  readonly onFile: (file: File) => void;
}

/** Where a file is dropped or chosen. It may be dropped anywhere on the page; here people aim at. */
export function ChooseFile({ onFile, isOver }: Props & { readonly isOver: boolean }): ReactElement {
  const { importing: words } = useImportWords();
  const { size } = useFormats();
  return (
    <div className={styles['drop']} data-drop-target={isOver || undefined}>
      <FileUp size={24} aria-hidden="true" />
      <p className={styles['title']}>{words.drop}</p>
      <p className={styles['muted']}>{words.limits(size(MAX_IMPORT_BYTES))}</p>
      <FileButton onFile={onFile}>{words.choose}</FileButton>
    </div>
  );
}

/** The file that was chosen. */
export function ChosenFile({
  name,
  size,
  onFile,
  isOver,
}: Props & {
  readonly name: string;
  readonly size: number;
  readonly isOver: boolean;
}): ReactElement {
  const { importing: words } = useImportWords();
  const formats = useFormats();
  return (
    <div className={styles['file']} data-drop-target={isOver || undefined}>
      <FileUp size={18} aria-hidden="true" />
      <span className={styles['name']} dir="auto">
        {name}
      </span>
      <span className={styles['muted']}>{formats.size(size)}</span>
      <FileButton onFile={onFile}>{words.chooseOther}</FileButton>
    </div>
  );
}

function FileButton({ onFile, children }: Props & { readonly children: string }): ReactElement {
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
