/**
 * The positions of the parts of a HID POS scanner's input report. Positions count from the report id, which node-hid delivers as byte 0
 * (WebHID strips it: subtract one).
 */
export interface ReportLayout {
  readonly reportId: number;
  /** Position of the number of data bytes; null if the data ends with its last non-zero byte. */
  readonly countAt: number | null;
  /** Position of the first of the three characters of the AIM identifier; null if the report has none. */
  readonly aimAt: number | null;
  readonly dataAt: number;
  /** Maximum number of data bytes. */
  readonly capacity: number;
  /** The byte and bit that mark a report as continued by another one. */
  readonly continuedAt: number;
  readonly continuedBit: number;
}

const ZEBRA_VENDOR = 0x05e0;
const BRACKET = 0x5d;
const REPORT_ID = 0x02;
const SHORT_LENGTH = 62;

const counted: ReportLayout = {
  reportId: REPORT_ID,
  countAt: 1,
  aimAt: 2,
  dataAt: 5,
  capacity: 56,
  continuedAt: 63,
  continuedBit: 0,
};

interface KnownLayout extends ReportLayout {
  /** Only reports of this length have it. */
  readonly length?: number;
  /** Whose reports have it even without an AIM identifier. */
  readonly vendorId?: number;
}

/** The known layouts by name, in the order in which they are tried. Most makers use `honeywell`. */
export const knownLayouts = {
  /** Like Honeywell's, with nothing between the data and the flag. */
  short: { ...counted, continuedAt: 61, length: SHORT_LENGTH },
  honeywell: counted,
  zebra: { ...counted, aimAt: 3, dataAt: 6, vendorId: ZEBRA_VENDOR },
  uncounted: { ...counted, countAt: null, aimAt: 1, dataAt: 4, continuedAt: 60 },
} as const satisfies Readonly<Record<string, KnownLayout>>;

export interface ReportSource {
  readonly vendorId: number;
  /** The layout from the device's descriptor, if the system provides it. */
  readonly described: ReportLayout | null;
}

/**
 * The layout of a report: the described one if the report agrees with it, otherwise the one that matches the position of the AIM
 * identifier. Null for a report that carries no code.
 */
export function layoutOf(report: readonly number[], source: ReportSource): ReportLayout | null {
  const { described, vendorId } = source;
  if (described !== null && report[0] === described.reportId && agrees(report, described)) {
    return described;
  }
  if (report[0] !== REPORT_ID) return null;
  const layouts: readonly KnownLayout[] = Object.values(knownLayouts);
  const fitting = layouts.filter(({ length = report.length }) => length === report.length);
  const shown = fitting.find(
    (layout) => layout.aimAt !== null && report[layout.aimAt] === BRACKET && agrees(report, layout),
  );
  if (shown !== undefined) return shown;
  const silent = fitting.find((layout) => layout.vendorId === vendorId) ?? fitting[0];
  if (silent === undefined || !hasNoAim(report, silent)) return null;
  return agrees(report, silent) ? silent : null;
}

/** Whether the report fits this layout: a valid count, and an AIM identifier or none in its place. */
function agrees(report: readonly number[], layout: ReportLayout): boolean {
  const { countAt, aimAt, capacity } = layout;
  if (countAt !== null && (report[countAt] ?? 0) > capacity) return false;
  return aimAt === null || report[aimAt] === BRACKET || hasNoAim(report, layout);
}

function hasNoAim(report: readonly number[], { aimAt }: ReportLayout): boolean {
  return aimAt !== null && [0, 1, 2].every((offset) => (report[aimAt + offset] ?? 0) === 0);
}
