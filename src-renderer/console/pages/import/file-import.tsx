import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import type { ImportColumns, ImportReport } from '../../../../shared/console/operation-results.ts';
import { problemText, type ImportDelimiter } from '../../../../shared/console/import-problems.ts';
import { Button } from '../../../components/button.tsx';
import { Section } from '../../../components/section.tsx';
import { Refusal, Refused, Trouble } from '../../components/trouble.tsx';
import { useConsole, useFormats } from '../../data/console-context.tsx';
import { useOperation } from '../../data/use-operation.ts';
import type { CallError } from '../../transport/call-error.ts';
import { takenFor, writeChoices, type ColumnChoices } from './column-choices.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { ImportChoices, usualChoice, type ImportChoice } from './import-choices.tsx';
import { Busy, ImportCounted } from './import-outcome.tsx';
import { ImportProblems } from './import-problems.tsx';
import type { OpenedFile } from './opened-file.ts';
import type { ImportingWords } from '../../i18n/en/import.ts';
import { useImportWords } from './import-words.ts';
import styles from './import.module.css';

interface Props {
  readonly file: OpenedFile;
  readonly event: string;
  readonly answers: Answers;
  readonly onBegun: (reference: string) => void;
}

/** What was answered about files, by their columns: a file is often corrected and dropped again. */
export type Answers = Map<
  string,
  { readonly choices: ColumnChoices; readonly choice: ImportChoice }
>;

/** A file that was chosen for an event: what its columns are, what it would come to, and the button that begins it. */
export function FileImport({ file, event, answers, onBegun }: Props): ReactElement {
  const { importing: words, importProblems: texts } = useImportWords();
  const { look } = useConsole();
  const [delimiter, setDelimiter] = useState<ImportDelimiter | null>(null);
  const input = { event, content: file.content, ...(delimiter !== null && { delimiter }) };
  const { data, error, refetch } = useQuery<ImportColumns, CallError>({
    queryKey: [file.id, 'import.columns', event, delimiter],
    queryFn: () => look('order.import-columns', input),
    ...once,
  });
  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Busy text={words.reading} />;
  const [unread] = data.problems;
  if (unread !== undefined) {
    return <Refused>{problemText(texts, unread)}</Refused>;
  }
  return (
    <CheckedFile
      key={data.delimiter}
      file={file}
      event={event}
      columns={data}
      answers={answers}
      onDelimiter={setDelimiter}
      onBegun={onBegun}
    />
  );
}

/** What a file says does not change by itself, and reading it is work for the server. */
const once = { staleTime: Infinity, gcTime: 0 } as const;

/** Every line is checked at once, and again after each choice. */
function CheckedFile({
  file,
  event,
  columns,
  answers,
  onDelimiter,
  onBegun,
}: Props & {
  readonly columns: ImportColumns;
  readonly onDelimiter: (delimiter: ImportDelimiter) => void;
}): ReactElement {
  const { importing: words } = useImportWords();
  const { look } = useConsole();
  const asked = JSON.stringify([event, columns.columns.map(({ column }) => column)]);
  const answered = answers.get(asked) ?? { choices: [], choice: usualChoice };
  const [choices, setChoices] = useState(answered.choices);
  const [choice, setChoice] = useState(answered.choice);
  useEffect(() => {
    answers.set(asked, { choices, choice });
  }, [answers, asked, choices, choice]);
  const kept = useOperation('order.import');
  const taken = takenFor(columns, choices);
  const isNamed = taken.includes('ticket_type');
  const { content, ...input } = inputOf(file, event, columns, choices, choice);
  const checked = useQuery<ImportReport, CallError>({
    queryKey: [file.id, 'import.check', input],
    queryFn: () => look('order.import', { ...input, content, dry_run: true }),
    enabled: isNamed && !kept.isPending,
    placeholderData: keepPreviousData,
    ...once,
  });
  const begin = () =>
    kept.mutate(
      { ...input, content },
      {
        // What the event had when the file was checked, it may have no more.
        onSuccess: ({ import: reference }) =>
          reference === null ? void checked.refetch() : onBegun(reference),
      },
    );
  return (
    <>
      {isNamed ? (
        <Checked
          checked={checked}
          event={event}
          isCoded={taken.includes('code')}
          choice={choice}
          onChoice={setChoice}
          begin={begin}
          isBeginning={kept.isPending}
          refusal={kept.error}
        />
      ) : (
        <TypeNeeded />
      )}
      <ColumnMapping
        file={columns}
        choices={choices}
        asked={askedColumns(checked.data, words)}
        onChoices={setChoices}
        onDelimiter={onDelimiter}
      />
    </>
  );
}

function askedColumns(
  report: ImportReport | undefined,
  words: Pick<ImportingWords, 'silentColumn' | 'sessionsColumn'>,
): ReadonlyMap<string, string> {
  const { silent_columns = [], problems = [] } = report ?? {};
  return new Map([
    ...silent_columns.map((column) => [column, words.silentColumn] as const),
    ...problems.flatMap((group) =>
      group.kind === 'no_sessions_yet'
        ? [[group.values.column, words.sessionsColumn] as const]
        : [],
    ),
  ]);
}

function TypeNeeded(): ReactElement {
  const { importing: words } = useImportWords();
  return (
    <p role="status" className={styles['asked']}>
      {words.typeNeeded}
    </p>
  );
}

function Checked({
  checked: { data: report, error, isFetching, refetch },
  event,
  isCoded,
  choice,
  onChoice,
  begin,
  isBeginning,
  refusal,
}: {
  readonly checked: UseQueryResult<ImportReport, CallError>;
  readonly event: string;
  /** Whether a column is the barcode. */
  readonly isCoded: boolean;
  readonly choice: ImportChoice;
  readonly onChoice: (choice: ImportChoice) => void;
  readonly begin: () => void;
  readonly isBeginning: boolean;
  readonly refusal: CallError | null;
}): ReactElement {
  const { importing: words } = useImportWords();
  const { number } = useFormats();
  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (report === undefined)
    return (
      <Section title={words.outcome} takesFocus>
        <Busy text={words.checking} />
      </Section>
    );
  const { new_tickets, pending_orders, changed, cancelled, problem_count } = report;
  const isReady = problem_count === 0;
  const asked = <ImportChoices choice={choice} report={report} onChoice={onChoice} />;
  const isNew = new_tickets + pending_orders + changed + cancelled > 0;
  return (
    <Section title={words.outcome} takesFocus>
      {isReady ? (
        <>
          <ImportCounted counts={report} title={isNew ? words.ready : words.nothingNew} />
          {!isCoded && report.without_code > 0 && <p className={styles['asked']}>{words.noCode}</p>}
          {asked}
        </>
      ) : (
        <ImportProblems report={report} event={event} onCorrected={() => void refetch()}>
          {asked}
        </ImportProblems>
      )}
      {refusal !== null && <Refusal error={refusal} />}
      <div className={styles['steps']}>
        {isReady && isNew && (
          <Button look="main" isDisabled={isFetching || isBeginning} onPress={begin}>
            {new_tickets > 0 ? words.submit(new_tickets, number(new_tickets)) : words.submitChanges}
          </Button>
        )}
        {isFetching && <Busy text={words.checking} />}
        {isBeginning && <Busy text={words.beginning} />}
      </div>
    </Section>
  );
}

function inputOf(
  { name, content }: OpenedFile,
  event: string,
  columns: ImportColumns,
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
