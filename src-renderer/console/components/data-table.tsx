import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, Search, X } from 'lucide-react';
import { memo, useCallback, useEffect, useId, useRef, useState } from 'react';
import type {
  Dispatch,
  KeyboardEvent,
  MouseEvent,
  ReactElement,
  ReactNode,
  SetStateAction,
} from 'react';
import type { OperationName } from '../../../shared/console/operation-results.ts';
import { Button } from '../../components/button.tsx';
import { useList, type List, type RowOf } from '../data/use-list.ts';
import { ActionMenu } from './action-menu.tsx';
import type { Action } from './menu-popover.tsx';
import { useFormats, useWords } from '../data/console-context.tsx';
import { useOpenedRow } from '../data/use-opened-row.ts';
import { Empty } from './empty.tsx';
import { FilterMenu, type Filter } from './filter-menu.tsx';
import { Loading } from './loading.tsx';
import { Refusal, Trouble } from './trouble.tsx';
import styles from './data-table.module.css';

export interface Column<Row> {
  readonly id: string;
  readonly name: string;
  readonly render: (row: Row) => ReactNode;
  /** What `sort` of the view is for it, in each direction. */
  readonly sort?: { readonly up: string; readonly down: string };
  readonly isNumeric?: true;
  /** Its cells are not broken into lines. */
  readonly isTime?: true;
  /** Such as `ord_…`. */
  readonly isReference?: true;
}

interface Props<Name extends OperationName> {
  /** What the list is of, for who cannot see it. */
  readonly label: string;
  readonly view: Name;
  /** What the page fixes, such as the event. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  /** The first is the row's name, and leads to its record. */
  readonly columns: readonly Column<RowOf<Name>>[];
  readonly rowKey: (row: RowOf<Name>) => string;
  /** The address of the record, such as `/events/evt_…`. A row without one opens nothing. */
  readonly rowAddress?: (row: RowOf<Name>) => string | undefined;
  /** What the row is called where it is selected; its key if left out. */
  readonly rowName?: (row: RowOf<Name>) => string;
  /** A part of a record, too short to be searched or filtered. */
  readonly isPart?: boolean;
  /** Chosen from menus, and held in the address under the name of the view's input. */
  readonly filters?: readonly Filter[];
  readonly empty: {
    readonly title: string;
    readonly next?: string | false;
    readonly action?: ReactNode;
  };
  /** What can be done with a row, behind three dots at its end. */
  readonly actions?: ((row: RowOf<Name>) => readonly Action[]) | undefined;
  /** What can be done with all selected rows. Without it none can be selected. */
  readonly renderBulk?:
    ((rows: readonly RowOf<Name>[], clear: () => void) => ReactNode) | undefined;
}

/**
 * A list whose search, filters and order are in the address. Rows open their record wherever they are pressed. Arrow keys go from row to row,
 * Enter opens, Space selects. On a narrow screen each row is a card.
 */
export function DataTable<Name extends OperationName>(props: Props<Name>): ReactElement {
  const { view, input = {}, rowKey, filters = [], empty, isPart = false, renderBulk } = props;
  const list = useList(view, input);
  const { table: words } = useWords();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = list.rows.filter((row) => selected.has(rowKey(row)));
  const offered = filters.filter(({ name }) => list.takes(name));
  const narrowing = ['search', ...offered.map(({ name }) => name)];
  const isNarrowed = narrowing.some((name) => list.asked[name] !== undefined);
  const hasNone = list.rows.length === 0 && list.error === null && !list.isLoading && !isNarrowed;
  return (
    <div className={styles['list']}>
      {!isPart && (
        <Tools
          list={list}
          hasSearch={list.takes('search') && !hasNone}
          filters={hasNone ? offered.filter(({ isPlace }) => isPlace) : offered}
        />
      )}
      <div className={styles['frame']}>
        {list.rows.length > 0 ? (
          <Rows {...props} list={list} selected={selected} onSelect={setSelected} />
        ) : list.error !== null ? (
          <Trouble error={list.error} onRetry={list.retry} />
        ) : list.isLoading ? (
          <Loading />
        ) : hasNone ? (
          <Empty title={empty.title} next={empty.next ?? false}>
            {empty.action}
          </Empty>
        ) : (
          <Empty title={words.noMatch} next={words.noMatchNext}>
            <Button
              onPress={() =>
                list.ask(Object.fromEntries(narrowing.map((name) => [name, undefined])))
              }
            >
              {words.showAll}
            </Button>
          </Empty>
        )}
      </div>
      {list.rows.length > 0 && <Foot list={list} />}
      {renderBulk !== undefined && chosen.length > 0 && (
        <BulkBar count={chosen.length} onClear={() => setSelected(new Set())}>
          {renderBulk(chosen, () => setSelected(new Set()))}
        </BulkBar>
      )}
    </div>
  );
}

function Tools<Row>({
  list,
  hasSearch,
  filters,
}: {
  readonly list: List<Row>;
  readonly hasSearch: boolean;
  readonly filters: readonly Filter[];
}): ReactElement | null {
  if (!hasSearch && filters.length === 0) return null;
  const endedBy = ({ name }: Filter) =>
    Object.fromEntries(
      filters.flatMap((other) => (other.of === name ? [[other.name, undefined]] : [])),
    );
  return (
    <div className={styles['tools']}>
      {hasSearch && <SearchBox list={list} />}
      {filters.map((filter) => (
        <FilterMenu
          key={filter.name}
          filter={filter}
          value={list.asked[filter.name]}
          onChange={(value) => list.ask({ ...endedBy(filter), [filter.name]: value })}
        />
      ))}
    </div>
  );
}

interface RowsProps<Row> {
  readonly label: string;
  readonly list: List<Row>;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly rowAddress?: ((row: Row) => string | undefined) | undefined;
  readonly rowName?: ((row: Row) => string) | undefined;
  readonly actions?: ((row: Row) => readonly Action[]) | undefined;
  readonly renderBulk?: unknown;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: Dispatch<SetStateAction<ReadonlySet<string>>>;
}

function Rows<Row>(props: RowsProps<Row>): ReactElement {
  const { label, list, columns, rowKey, rowAddress, rowName, actions, renderBulk } = props;
  const { selected, onSelect } = props;
  const { table: words } = useWords();
  const { opened, onOpen } = useOpenedRow();
  const [current, setCurrent] = useState(() =>
    Math.max(
      0,
      list.rows.findIndex((row) => rowKey(row) === opened),
    ),
  );
  const body = useRef<HTMLTableSectionElement>(null);
  const last = list.rows.length - 1;
  const isSelectable = renderBulk !== undefined;
  const onToggle = useCallback(
    (key: string) =>
      onSelect((before) => {
        const next = new Set(before);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
    [onSelect],
  );
  useEffect(() => {
    const link = body.current?.querySelector<HTMLElement>('[data-opened]');
    const isElsewhere = document.activeElement?.closest(
      'input, textarea, select, [role$="dialog"]',
    );
    if (isElsewhere === null || isElsewhere === undefined) link?.focus();
  }, []);
  return (
    <table className={styles['table']} aria-label={label}>
      <thead>
        <tr>
          {isSelectable && (
            <th className={styles['select']}>
              <input
                type="checkbox"
                aria-label={words.selectAll}
                checked={list.rows.every((row) => selected.has(rowKey(row)))}
                onChange={({ target }) =>
                  onSelect(new Set(target.checked ? list.rows.map(rowKey) : []))
                }
              />
            </th>
          )}
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} list={list} />
          ))}
          {actions !== undefined && <td />}
        </tr>
      </thead>
      <tbody ref={body}>
        {list.rows.map((row, index) => {
          const key = rowKey(row);
          return (
            <MemoRow
              key={key}
              row={row}
              rowId={key}
              index={index}
              columns={columns}
              rowAddress={rowAddress}
              rowName={rowName}
              actions={actions}
              isSelectable={isSelectable}
              isSelected={selected.has(key)}
              isFocusable={Math.min(current, last) === index}
              isOpened={opened === key}
              onToggle={onToggle}
              onCurrent={setCurrent}
              onOpen={onOpen}
            />
          );
        })}
      </tbody>
    </table>
  );
}

interface RowProps<Of> extends Pick<
  RowsProps<Of>,
  'columns' | 'rowAddress' | 'rowName' | 'actions'
> {
  readonly row: Of;
  readonly rowId: string;
  readonly index: number;
  readonly isSelectable: boolean;
  readonly isSelected: boolean;
  readonly isFocusable: boolean;
  /** Before, and now somebody has come back. */
  readonly isOpened: boolean;
  readonly onToggle: (key: string) => void;
  readonly onCurrent: (index: number) => void;
  readonly onOpen: (key: string) => void;
}

function Row<Of>({
  row,
  rowId,
  index,
  columns,
  rowAddress,
  rowName,
  actions,
  isSelectable,
  isSelected,
  isFocusable,
  isOpened,
  onToggle,
  onCurrent,
  onOpen,
}: RowProps<Of>): ReactElement {
  const { table: words } = useWords();
  const address = rowAddress?.(row);
  const name = rowName?.(row) ?? rowId;
  const focus = { tabIndex: isFocusable ? 0 : -1, 'data-row-focus': '' };
  const onKeyDown = (event: KeyboardEvent) => {
    const isOnRow = event.target instanceof HTMLElement && 'rowFocus' in event.target.dataset;
    if (!isOnRow || event.altKey || event.ctrlKey || event.metaKey) return;
    const beside = besideOf(event.currentTarget)[event.key];
    if (beside !== undefined) beside?.querySelector<HTMLElement>('[data-row-focus]')?.focus();
    else if (event.key === ' ' && isSelectable) onToggle(rowId);
    else return;
    event.preventDefault();
  };
  return (
    <tr
      className={styles['row']}
      data-selected={isSelected || undefined}
      data-opens={address !== undefined || undefined}
      onKeyDown={onKeyDown}
      onClick={openRow}
      onFocus={() => onCurrent(index)}
    >
      {isSelectable && (
        <td
          className={styles['select']}
          onClick={(event) => {
            event.stopPropagation();
            if (event.target === event.currentTarget) onToggle(rowId);
          }}
        >
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={words.selectRow(name)}
            checked={isSelected}
            onChange={() => onToggle(rowId)}
          />
        </td>
      )}
      {columns.map(({ id, name: label, render, ...kind }, place) => (
        <td
          key={id}
          data-label={place === 0 ? undefined : label}
          className={classOf(kind)}
          dir="auto"
        >
          {place > 0 ? (
            render(row)
          ) : address === undefined ? (
            <span className={styles['name']} {...(isSelectable && focus)}>
              {render(row)}
            </span>
          ) : (
            <Link
              to={address}
              className={styles['name']}
              data-row-link=""
              data-opened={isOpened ? '' : undefined}
              onClick={() => onOpen(rowId)}
              {...focus}
            >
              {render(row)}
            </Link>
          )}
        </td>
      ))}
      {actions !== undefined && (
        <td className={styles['actions']}>
          <ActionMenu actions={actions(row)} label={words.actionsOf(name)} />
        </td>
      )}
    </tr>
  );
}

/** A key in a list of thousands changes two of them. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `memo` forgets that it is generic
const MemoRow = memo(Row) as typeof Row;

/** Which row a key leads to from another; null for none. */
function besideOf(row: Element): Readonly<Record<string, Element | null | undefined>> {
  return {
    ArrowDown: row.nextElementSibling,
    ArrowUp: row.previousElementSibling,
    Home: row.parentElement?.firstElementChild ?? null,
    End: row.parentElement?.lastElementChild ?? null,
  };
}

function classOf<Of>({
  isNumeric,
  isTime,
  isReference,
}: Pick<Column<Of>, 'isNumeric' | 'isTime' | 'isReference'>): string | undefined {
  if (isNumeric === true) return styles['number'];
  if (isTime === true) return styles['time'];
  return isReference === true ? styles['reference'] : undefined;
}

/** The whole row is the link, but for what is pressed for itself, and text that was being selected. */
function openRow(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || target.closest('a, button, input, label') !== null) return;
  if (document.getSelection()?.isCollapsed === false) return;
  const link = currentTarget.querySelector<HTMLAnchorElement>('[data-row-link]');
  if (link === null) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  link.dispatchEvent(
    new globalThis.MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      ctrlKey,
      metaKey,
      shiftKey,
    }),
  );
}

function SearchBox<Row>({ list }: { readonly list: List<Row> }): ReactElement {
  const { table: words } = useWords();
  const [text, setText] = useState(list.asked.search ?? '');
  const timer = useRef<number | undefined>(undefined);
  // What was still being typed is not looked for on another page.
  useEffect(() => () => clearTimeout(timer.current), []);
  const [known, setKnown] = useState(list.asked.search);
  // Going back changes the address under it.
  if (known !== list.asked.search) {
    setKnown(list.asked.search);
    if ((list.asked.search ?? '') !== text.trim()) setText(list.asked.search ?? '');
  }
  const ask = (next: string, delay: number) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => list.ask({ search: next.trim() }), delay);
  };
  return (
    <div className={styles['search']} role="search">
      <Search size={15} aria-hidden="true" />
      <input
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        value={text}
        onChange={({ target }) => ask(target.value, TYPING_MS)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') ask('', 0);
        }}
      />
      {text !== '' && (
        <Button look="icon" aria-label={words.clear} onPress={() => ask('', 0)}>
          <X size={15} aria-hidden="true" />
        </Button>
      )}
    </div>
  );
}

/** How long somebody pauses who has typed what they look for. */
const TYPING_MS = 200;

function HeadCell<Row>({
  column: { name, sort, isNumeric },
  list,
}: {
  readonly column: Column<Row>;
  readonly list: List<Row>;
}): ReactElement {
  const className = isNumeric ? styles['number'] : undefined;
  if (sort === undefined || !list.takes('sort')) {
    return (
      <th scope="col" className={className}>
        {name}
      </th>
    );
  }
  const isUp = list.asked.sort === sort.up;
  const isDown = list.asked.sort === sort.down;
  const Arrow = isUp ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}
    >
      <button
        type="button"
        className={styles['sort']}
        onClick={() => list.ask({ sort: isUp ? sort.down : sort.up })}
      >
        {name}
        <Arrow size={13} aria-hidden="true" data-on={isUp || isDown || undefined} />
      </button>
    </th>
  );
}

function Foot<Row>({ list }: { readonly list: List<Row> }): ReactElement {
  const { table: words } = useWords();
  const formats = useFormats();
  const count = list.total === null ? '' : formats.number(list.total.count);
  return (
    <div className={styles['foot']}>
      <span aria-live="polite">
        {list.total !== null && words.count(list.total.isExact ? count : `${count}+`)}
      </span>
      <Refusal error={list.error} />
      {list.hasMore && (
        <Button onPress={list.loadMore} isDisabled={list.isLoadingMore}>
          {list.isLoadingMore ? words.loadingMore : words.loadMore}
        </Button>
      )}
      {list.isFull && <span>{words.full(formats.number(list.rows.length))}</span>}
    </div>
  );
}

function BulkBar({
  count,
  onClear,
  children,
}: {
  readonly count: number;
  readonly onClear: () => void;
  readonly children: ReactNode;
}): ReactElement {
  const { table: words } = useWords();
  const formats = useFormats();
  const id = useId();
  return (
    <div className={styles['bulk']} role="toolbar" aria-labelledby={id}>
      <span id={id} className={styles['selected']} aria-live="polite">
        {words.selected(formats.number(count))}
      </span>
      {children}
      <Button look="icon" aria-label={words.deselect} onPress={onClear}>
        <X size={16} aria-hidden="true" />
      </Button>
    </div>
  );
}
