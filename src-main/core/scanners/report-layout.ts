/**
 * Where an input report of a HID POS scanner has its parts. Positions count from the report id, which node-hid delivers as byte 0
 * (WebHID strips it: subtract one).
 */
export interface ReportLayout {
  readonly reportId: number;
  /** Where the number of data bytes stands; null where the data ends with its last byte that is not zero. */
  readonly countAt: number | null;
  /** The first of the three characters of the AIM identifier; null where the report has none. */
  readonly aimAt: number | null;
  readonly dataAt: number;
  /** Room for data. */
  readonly capacity: number;
  /** The byte and the bit that say that another report belongs to the code. */
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

/** The forms that are known, by name. `honeywell` is the form of most makers. */
export const knownLayouts = {
  honeywell: counted,
  zebra: { ...counted, aimAt: 3, dataAt: 6 },
  /** The same as Honeywell's, with nothing between the data and the flag. */
  short: { ...counted, continuedAt: 61 },
  uncounted: { ...counted, countAt: null, aimAt: 1, dataAt: 4, continuedAt: 60 },
} as const satisfies Readonly<Record<string, ReportLayout>>;

export interface ReportSource {
  readonly vendorId: number;
  /** From the device's own description, where the system shows it. */
  readonly described: ReportLayout | null;
}

/**
 * The layout of one report: as the device describes it when the report agrees, else as the place of the AIM identifier tells. Null
 * for a report that carries no code.
 */
export function layoutOf(report: readonly number[], source: ReportSource): ReportLayout | null {
  const { described, vendorId } = source;
  if (described !== null && report[0] === described.reportId && agrees(report, described)) {
    return described;
  }
  if (report[0] !== REPORT_ID) return null;
  const isShort = report.length === SHORT_LENGTH;
  const ordinary = isShort ? knownLayouts.short : knownLayouts.honeywell;
  for (const layout of [ordinary, knownLayouts.zebra, knownLayouts.uncounted]) {
    const { aimAt } = layout;
    if (aimAt !== null && report[aimAt] === BRACKET && agrees(report, layout)) return layout;
  }
  const silent = vendorId === ZEBRA_VENDOR ? knownLayouts.zebra : ordinary;
  return hasNoAim(report, silent) && agrees(report, silent) ? silent : null;
}

/** Whether the report can be of this layout: a count that fits, and an AIM identifier or none where one belongs. */
function agrees(report: readonly number[], layout: ReportLayout): boolean {
  const { countAt, aimAt, capacity } = layout;
  if (countAt !== null && (report[countAt] ?? 0) > capacity) return false;
  return aimAt === null || report[aimAt] === BRACKET || hasNoAim(report, layout);
}

function hasNoAim(report: readonly number[], { aimAt }: ReportLayout): boolean {
  return aimAt !== null && [0, 1, 2].every((offset) => (report[aimAt + offset] ?? 0) === 0);
}
