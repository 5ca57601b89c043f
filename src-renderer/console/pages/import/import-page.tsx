import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { MAX_IMPORT_BYTES, MAX_IMPORT_LINES } from '../../../../shared/contract/limits.ts';
import type {
  ImportColumns,
  ImportDelimiter,
  ImportReport,
} from '../../../../shared/console/operation-results.ts';
import { Button } from '../../../components/button.tsx';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { Page } from '../../components/page.tsx';
import { Refusal } from '../../components/trouble.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useOperation } from '../../data/use-operation.ts';
import { readListSearch } from '../../state/list-search.ts';
import { ChooseFile, FileButton } from './choose-file.tsx';
import { ColumnMapping, type Mapping } from './column-mapping.tsx';
import { Busy, ImportCounts, ImportProblems } from './import-outcome.tsx';
import trouble from '../../components/trouble.module.css';
import { mappingOf } from './known-headings.ts';
import { readFile } from './read-file.ts';
import styles from './import.module.css';

interface ReadFile {
  readonly name: string;
  readonly text: string;
  readonly columns: ImportColumns;
}

/** Orders from a file: its columns are looked at, every line is tried, then all of them are placed. */
export function ImportPage(): ReactElement {
  const { importing: words } = useWords();
  const { file, mapping, refused, isReading, take, setMapping, setDelimiter } = useImportFile();
  const { event = '' } = readListSearch(useSearch({ strict: false }));
  return (
    <Page title={words.title}>
      <div className={styles['form']}>
        <EventChoice event={event} />
        {file === null ? (
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
          <ImportProblems problems={file.columns.problems} />
        )}
        {file !== null && file.columns.columns.length > 0 && (
          <>
            <ColumnMapping
              file={file.columns}
              mapping={mapping}
              onMapping={setMapping}
              onDelimiter={setDelimiter}
            />
            <Steps
              key={JSON.stringify([event, file.name, file.text.length, mapping])}
              event={event}
              file={file}
              mapping={mapping}
            />
          </>
        )}
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

/** A file that was read, with what its columns are taken for. */
function useImportFile() {
  const { importing: words } = useWords();
  const formats = useFormats();
  const columns = useOperation('order.import-columns');
  const [file, setFile] = useState<ReadFile | null>(null);
  const [mapping, setMapping] = useState<Mapping>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const look = (name: string, text: string, delimiter?: ImportDelimiter) =>
    columns.mutate(
      { content: text, ...(delimiter !== undefined && { delimiter }) },
      {
        onSuccess: (found) => {
          setFile({ name, text, columns: found });
          setMapping(mappingOf(found.columns));
        },
      },
    );
  const take = async (chosen: File) => {
    setFile(null);
    setRefusal(null);
    const read = await readFile(chosen);
    if (read.kind === 'text') return look(chosen.name, read.text);
    const most = formats.size(MAX_IMPORT_BYTES);
    const lines = formats.number(MAX_IMPORT_LINES);
    return setRefusal(
      {
        too_large: words.tooLarge(chosen.name, formats.size(chosen.size), most, lines),
        no_text: words.notText(chosen.name),
        empty: words.emptyFile(chosen.name),
      }[read.kind],
    );
  };
  return {
    file,
    mapping,
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
    setMapping,
    setDelimiter: (delimiter: ImportDelimiter) => {
      if (file !== null) look(file.name, file.text, delimiter);
    },
  };
}

/** Trying every line, then the import itself. */
function Steps({
  event,
  file,
  mapping,
}: {
  readonly event: string;
  readonly file: ReadFile;
  readonly mapping: Mapping;
}): ReactElement {
  const { importing: words } = useWords();
  const formats = useFormats();
  const tried = useOperation('order.import');
  const kept = useOperation('order.import');
  const input = {
    event,
    content: file.text,
    map: file.columns.columns.flatMap(({ column }, place) => {
      const field = mapping[place] ?? null;
      return field === null ? [] : [`${column}=${field}`];
    }),
    ...(file.columns.delimiter !== null && { delimiter: file.columns.delimiter }),
  };
  const needed =
    event === '' ? words.eventNeeded : mapping.includes('ticket_type') ? null : words.typeNeeded;
  if (kept.data?.is_kept === true) return <Result report={kept.data} />;
  const report = kept.data ?? tried.data;
  const isReady = report !== undefined && report.problems.length === 0;
  const count = isReady ? formats.number(report.orders) : '';
  const isBusy = tried.isPending || kept.isPending;
  return (
    <>
      {report !== undefined && !isReady && <ImportProblems problems={report.problems} />}
      {isReady && <ImportCounts report={report} />}
      {(kept.error ?? tried.error) !== null && <Refusal error={kept.error ?? tried.error} />}
      <div className={styles['steps']}>
        {isReady && report.orders > 0 && (
          <Button look="main" isDisabled={isBusy} onPress={() => kept.mutate(input)}>
            {words.submit(report.orders, count)}
          </Button>
        )}
        <Button
          look={isReady ? 'plain' : 'main'}
          isDisabled={needed !== null || isBusy}
          onPress={() => {
            kept.reset();
            tried.mutate({ ...input, dry_run: true });
          }}
        >
          {report === undefined ? words.check : words.checkAgain}
        </Button>
        {needed !== null && <span className={styles['muted']}>{needed}</span>}
        {isReady && report.orders === 0 && (
          <span className={styles['muted']}>{words.nothingNew}</span>
        )}
        {tried.isPending && <Busy text={words.checking} />}
        {kept.isPending && <Busy text={words.importing(count)} />}
      </div>
    </>
  );
}

function Result({ report }: { readonly report: ImportReport }): ReactElement {
  const { importing: words } = useWords();
  return (
    <>
      <ImportCounts report={report} />
      <div className={styles['steps']}>
        <Link to="/orders" search={{ event: report.event }} className={styles['link']}>
          {words.showOrders}
        </Link>
      </div>
    </>
  );
}
