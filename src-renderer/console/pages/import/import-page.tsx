import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { MAX_IMPORT_BYTES } from '../../../../shared/contract/limits.ts';
import { useDroppedFile } from '../../../components/use-dropped-file.ts';
import { useKeptFocus } from '../../../components/use-kept-focus.ts';
import { useConsole, useFormats } from '../../data/console-context.tsx';
import { Page } from '../../components/page.tsx';
import { Forbidden } from '../../components/trouble.tsx';
import { useEvents } from '../../data/use-events.ts';
import type { Console } from '../../state/console.ts';
import { useIsForbidden } from '../../data/use-operations.ts';
import { readListSearch } from '../../state/list-search.ts';
import { ChooseFile, ChosenFile } from './choose-file.tsx';
import { FileImport, type Answers } from './file-import.tsx';
import { ImportHistory } from './import-history.tsx';
import { ImportProgress } from './import-progress.tsx';
import type { OpenedFile } from './opened-file.ts';
import trouble from '../../components/trouble.module.css';
import { readFile } from './read-file.ts';
import { ImportWordsProvider, useImportWords } from './import-words.ts';
import styles from './import.module.css';

/**
 * Tickets from a file: it is dropped, its columns and every line are looked at, then all of them are imported. The address names the event, and the
 * import once it was begun, so that a page that is loaded again shows how far it is.
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
  const { event = only, import: begun } = readListSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = (search: { readonly event: string; readonly import?: string }) =>
    void navigate({ to: '.', search: readListSearch(search) });
  const { file, refusal, take, forget } = useOpenedFile();
  const choose = (chosen: File) => {
    if (begun !== undefined) show({ event });
    take(chosen);
  };
  const answers = useAnswers();
  const isOver = useDroppedFile(choose);
  const kept = useKeptFocus<HTMLDivElement>();
  return (
    <Page title={words.title}>
      <div {...kept} className={styles['form']}>
        <EventChoice event={event} onEvent={(chosen) => show({ event: chosen })} />
        {begun === undefined ? (
          <>
            {file === null ? (
              <ChooseFile onFile={choose} isOver={isOver} />
            ) : (
              <ChosenFile name={file.name} size={file.size} onFile={choose} isOver={isOver} />
            )}
            {refusal !== null && (
              <p role="alert" className={trouble['refusal']}>
                {refusal}
              </p>
            )}
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
                onBegun={(reference) => show({ event, import: reference })}
              />
            )}
          </>
        ) : (
          <ImportProgress
            reference={begun}
            onAnother={() => {
              forget();
              show({ event });
            }}
          />
        )}
        {event !== '' && <ImportHistory event={event} shown={begun ?? null} />}
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
  return {
    file,
    refusal,
    take: (chosen: File) => void take(chosen),
    forget: () => setFile(null),
  };
}
