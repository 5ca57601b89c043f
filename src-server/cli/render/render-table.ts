import { localTime } from './for-people.ts';
import { printable } from './printable.ts';

/**
 * Formats a table with a heading; columns are as wide as their widest cell. Times of the API are shown by the clocks of `timezone`, which the
 * heading names; whole minutes without their seconds.
 */
export function renderTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  timezone?: string,
): string {
  const shown =
    timezone === undefined ? [heading, ...rows] : withLocalTimes(heading, rows, timezone);
  const lines = [shown[0] ?? [], ...shown.slice(1).map((row) => row.map(printable))];
  const widths = heading.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function withLocalTimes(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  timezone: string,
): readonly (readonly string[])[] {
  const times = heading.map((_, column) =>
    rows.map((row) => localTime(row[column] ?? '', timezone)),
  );
  const isWhole = times.map((column) =>
    column.every((time) => time === null || time.endsWith(':00')),
  );
  const named = heading.map((title, column) =>
    times[column]?.some((time) => time !== null) === true ? `${title} (${timezone})` : title,
  );
  const cells = rows.map((row, index) =>
    row.map((cell, column) => {
      const time = times[column]?.[index] ?? null;
      if (time === null) return cell;
      return isWhole[column] === true ? time.slice(0, -3) : time;
    }),
  );
  return [named, ...cells];
}
