import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { MAX_IMPORT_BYTES } from '../../../../shared/contract/limits.ts';
import { useDroppedFile } from '../../../components/use-dropped-file.ts';
import { useKeptFocus } from '../../../components/use-kept-focus.ts';
import { useConsole, useFormats } from '../../data/console-context.tsx';
import { Page } from '../../components/page.tsx';
import { Forbidden, Refused } from '../../components/trouble.tsx';
import { useEvents } from '../../data/use-events.ts';
import type { Console } from '../../state/console.ts';
import { useIsForbidden } from '../../data/use-operations.ts';
import { readListSearch } from '../../state/list-search.ts';
import { ChooseFile, ChosenFile } from './choose-file.tsx';
import { FileImport, type Answers } from './file-import.tsx';
import { ImportHistory } from './import-history.tsx';
import type { OpenedFile } from './opened-file.ts';
import { readFile } from './read-file.ts';
import { ImportWordsProvider, useImportWords } from './import-words.ts';
import styles from './import.module.css';

/**
 * Tickets from a file: it is dropped, its columns and every line are looked at, then all of them are imported, which has an address of its own. This
 * one names the event.
 */
export function ImportPage(): ReactElement {
  const isForbidden = useIsForbidden('order.import');
  return (
    <ImportWordsProvider>{isForbidden ? <ForbiddenImport /> : <Import />}</ImportWordsProvider>
  );
}

function ForbiddenImport(): ReactElement {
  const { importing: words } = useImportWords();
  return (
    <Page title={words.title}>
      <Forbidden />
    </Page>
  );
}

function Import(): ReactElement {
  const { importing: words } = useImportWords();
  const only = useOnlyEvent();
  const { event = only } = readListSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { file, refusal, take } = useOpenedFile();
  const answers = useAnswers();
  const isOver = useDroppedFile(take);
  const kept = useKeptFocus<HTMLDivElement>();
  return (
    <Page title={words.title}>
      <div {...kept} className={styles['form']}>
        <EventChoice
          event={event}
          onEvent={(chosen) => void navigate({ to: '.', search: { event: chosen } })}
        />
        {file === null ? (
          <ChooseFile onFile={take} isOver={isOver} />
        ) : (
          <ChosenFile name={file.name} size={file.size} onFile={take} isOver={isOver} />
        )}
        {refusal !== null && <Refused>{refusal}</Refused>}
        {file !== null && event === '' && (
          <p role="status" className={styles['asked']}>
            {words.eventNeeded}
          </p>
        )}
        {file !== null && event !== '' && (
          <FileImport
            key={`${file.id} ${event}`}
            file={file}
            event={event}
            answers={answers}
            onBegun={(reference) => void navigate({ to: `/import/${reference}` })}
          />
        )}
        <ImportHistory event={event} />
      </div>
    </Page>
  );
}

const answersOf = new WeakMap<Console, Answers>();

/** They stay as long as the console is open: people leave the page to look something up, and come back with the next file. */
function useAnswers(): Answers {
  const open = useConsole();
  const answers: Answers = answersOf.get(open) ?? new Map();
  answersOf.set(open, answers);
  return answers;
}

/** Nothing to choose if there is only one. */
function useOnlyEvent(): string {
  const [first, ...others] = useEvents().all;
  return first !== undefined && others.length === 0 ? first.reference : '';
}

function EventChoice({
  event,
  onEvent,
}: {
  readonly event: string;
  readonly onEvent: (event: string) => void;
}): ReactElement {
  const { importing: words } = useImportWords();
  const events = useEvents().all;
  return (
    <label className={styles['event']}>
      {words.event}
      <select
        className={styles['select']}
        value={event}
        onChange={({ target }) => onEvent(target.value)}
      >
        {event === '' && <option value="">{words.eventChoose}</option>}
        {events.map(({ reference, name }) => (
          <option key={reference} value={reference}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function useOpenedFile() {
  const { importing: words } = useImportWords();
  const formats = useFormats();
  const [file, setFile] = useState<OpenedFile | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const take = async (chosen: File) => {
    setFile(null);
    setRefusal(null);
    const read = await readFile(chosen);
    if (read.kind === 'file') {
      const { name, size } = chosen;
      return setFile({ id: crypto.randomUUID(), name, size, content: read.content });
    }
    return setRefusal(
      read.kind === 'empty'
        ? words.emptyFile(chosen.name)
        : words.tooLarge(chosen.name, formats.size(chosen.size), formats.size(MAX_IMPORT_BYTES)),
    );
  };
  return { file, refusal, take: (chosen: File) => void take(chosen) };
}
