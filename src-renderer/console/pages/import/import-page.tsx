import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { MAX_IMPORT_BYTES } from '../../../../shared/contract/limits.ts';
import type {
  ImportColumns,
  ImportDelimiter,
} from '../../../../shared/console/operation-results.ts';
import { Button } from '../../../components/button.tsx';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { Page } from '../../components/page.tsx';
import { Refusal } from '../../components/trouble.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useOperation } from '../../data/use-operation.ts';
import { readListSearch } from '../../state/list-search.ts';
import { ChooseFile, FileButton } from './choose-file.tsx';
import { takenFor, writeChoices, type ColumnChoices } from './column-choices.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { ImportChoices, usualChoice, type ImportChoice } from './import-choices.tsx';
import { ImportHistory } from './import-history.tsx';
import { Busy, ImportCounted, ImportProblems } from './import-outcome.tsx';
import { ImportProgress } from './import-progress.tsx';
import trouble from '../../components/trouble.module.css';
import { readFile } from './read-file.ts';
import styles from './import.module.css';

interface ReadFile {
  readonly name: string;
  /** base64 */
  readonly content: string;
  readonly event: string;
  readonly columns: ImportColumns;
}

/** Tickets from a file: its columns are looked at, every line is tried, then all of them are imported. */
export function ImportPage(): ReactElement {
  const { importing: words } = useWords();
  const { event = '' } = readListSearch(useSearch({ strict: false }));
  const { file, choices, refused, isReading, take, setChoices, setDelimiter } =
    useImportFile(event);
  return (
    <Page title={words.title}>
      <div className={styles['form']}>
        <EventChoice event={event} />
        {event === '' ? (
          <p className={styles['muted']}>{words.eventNeeded}</p>
        ) : file === null ? (
          <ChooseFile onFile={take} />
        ) : (
          <div className={styles['file']}>
            <span className={styles['name']}>{file.name}</span>
            <FileButton onFile={take}>{words.chooseOther}</FileButton>
          </div>
        )}
        {isReading && <Busy text={words.reading} />}
        {refused}
        {file !== null && file.columns.problems.length > 0 && (
          <ImportProblems problems={file.columns.problems} count={file.columns.problems.length} />
        )}
        {file !== null && file.columns.columns.length > 0 && (
          <>
            <ColumnMapping
              file={file.columns}
              choices={choices}
              onChoices={setChoices}
              onDelimiter={setDelimiter}
            />
            <Steps
              key={JSON.stringify([file.name, file.content.length])}
              file={file}
              choices={choices}
            />
          </>
        )}
        {event !== '' && <ImportHistory event={event} />}
      </div>
    </Page>
  );
}

function EventChoice({ event }: { readonly event: string }): ReactElement {
  const { importing: words } = useWords();
  const navigate = useNavigate();
  const events = useEvents().all;
  return (
    <label className={styles['event']}>
      {words.event}
      <select
        className={styles['select']}
        value={event}
        onChange={({ target }) => {
          const search = readListSearch({ event: target.value });
          void navigate({ to: '.', search, replace: true });
        }}
      >
        <option value="" />
        {events.map(({ reference, name }) => (
          <option key={reference} value={reference}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A file that was read for an event, with what was chosen for its columns. */
function useImportFile(event: string) {
  const { importing: words } = useWords();
  const formats = useFormats();
  const columns = useOperation('order.import-columns');
  const [file, setFile] = useState<ReadFile | null>(null);
  const [choices, setChoices] = useState<ColumnChoices>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const look = (name: string, content: string, delimiter?: ImportDelimiter) =>
    columns.mutate(
      { event, content, ...(delimiter !== undefined && { delimiter }) },
      {
        onSuccess: (found) => {
          setFile({ name, content, event, columns: found });
          setChoices([]);
        },
      },
    );
  const take = async (chosen: File) => {
    setFile(null);
    setRefusal(null);
    const read = await readFile(chosen);
    if (read.kind === 'file') return look(chosen.name, read.content);
    return setRefusal(
      read.kind === 'empty'
        ? words.emptyFile(chosen.name)
        : words.tooLarge(chosen.name, formats.size(chosen.size), formats.size(MAX_IMPORT_BYTES)),
    );
  };
  return {
    // What an event has, its columns may be named for.
    file: file?.event === event ? file : null,
    choices,
    isReading: columns.isPending,
    refused:
      refusal !== null ? (
        <p role="alert" className={trouble['refusal']}>
          {refusal}
        </p>
      ) : columns.error === null ? null : (
        <Refusal error={columns.error} />
      ),
    take: (chosen: File) => void take(chosen),
    setChoices,
    setDelimiter: (delimiter: ImportDelimiter) => {
      if (file !== null) look(file.name, file.content, delimiter);
    },
  };
}

/** Trying every line, then the import itself. */
function Steps({
  file,
  choices,
}: {
  readonly file: ReadFile;
  readonly choices: ColumnChoices;
}): ReactElement {
  const { importing: words } = useWords();
  const formats = useFormats();
  const [choice, setChoice] = useState<ImportChoice>(usualChoice);
  const tried = useOperation('order.import');
  const kept = useOperation('order.import');
  const input = inputOf(file, choices, choice);
  const asked = JSON.stringify([input.map, input.ignore, choice]);
  const [triedFor, setTriedFor] = useState(asked);
  const isNamed = takenFor(file.columns, choices).includes('ticket_type');
  const begun = kept.data?.import ?? null;
  if (begun !== null) return <ImportProgress reference={begun} />;
  const found = kept.data ?? tried.data;
  // What was found with other choices says nothing of these.
  const report = triedFor === asked ? found : undefined;
  const isReady = report !== undefined && report.problem_count === 0;
  const isNew =
    isReady && report.new_tickets + report.pending_orders + report.changed + report.cancelled > 0;
  const isBusy = tried.isPending || kept.isPending;
  return (
    <>
      <ImportChoices choice={choice} unknown={found?.unknown_statuses ?? []} onChoice={setChoice} />
      {report !== undefined && !isReady && (
        <ImportProblems problems={report.problems} count={report.problem_count} />
      )}
      {isReady && <ImportCounted counts={report} isKept={false} />}
      {(kept.error ?? tried.error) !== null && <Refusal error={kept.error ?? tried.error} />}
      <div className={styles['steps']}>
        {isNew && (
          <Button look="main" isDisabled={isBusy} onPress={() => kept.mutate(input)}>
            {words.submit(report.lines, formats.number(report.lines))}
          </Button>
        )}
        <Button
          look={isNew ? 'plain' : 'main'}
          isDisabled={!isNamed || isBusy}
          onPress={() => {
            kept.reset();
            setTriedFor(asked);
            tried.mutate({ ...input, dry_run: true });
          }}
        >
          {report === undefined ? words.check : words.checkAgain}
        </Button>
        {!isNamed && <span className={styles['muted']}>{words.typeNeeded}</span>}
        {isReady && !isNew && <span className={styles['muted']}>{words.nothingNew}</span>}
        {tried.isPending && <Busy text={words.checking} />}
        {kept.isPending && <Busy text={words.beginning} />}
      </div>
    </>
  );
}

function inputOf(
  { event, name, content, columns }: ReadFile,
  choices: ColumnChoices,
  { statuses, ...choice }: ImportChoice,
) {
  const { map, ignore } = writeChoices(columns, choices);
  const said = Object.entries(statuses).map(([value, standing]) => `${value}=status:${standing}`);
  return {
    event,
    file: name,
    content,
    map: [...map, ...said],
    ignore,
    ...choice,
    ...(columns.delimiter !== null && { delimiter: columns.delimiter }),
  };
}
