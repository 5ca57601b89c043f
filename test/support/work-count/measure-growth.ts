// Must come first, so that everything else is compiled with counters.
import { countBlocks, countCharges } from './count-work.ts';
import type { Family } from './hostile-texts.ts';
import { parsers, type Parser } from './parsers.ts';

/** Prints one line of JSON per parser: its name, and the inputs for which its work grows too steeply. */
const SIZE = 600;
/** Growth of n log n when the size doubles, plus rounding. */
const MOST_GROWTH = 2.5;
/** Too little work to judge its growth. */
const NEXT_TO_NOTHING = 300;
/** Families per block count: few enough that a single steep one is noticed. */
const BATCH = 32;

type Count = (run: () => void) => number;

function workOf(count: Count, { reading }: Parser, families: readonly Family[], length: number) {
  const reads = families.map(([, write]) => reading(write(length)));
  return count(() => {
    for (const read of reads) {
      try {
        read();
      } catch {
        // A parser may throw; only its work counts.
      }
    }
  });
}

/** The families whose work grows too steeply, with the counts. Counts twice, because V8 counts some functions only from their second run. */
function steepIn(count: Count, parser: Parser, families: readonly Family[]): readonly string[] {
  const isSteep = measure(count, parser, families).length > 0;
  return isSteep ? measure(count, parser, families) : [];
}

function measure(count: Count, parser: Parser, families: readonly Family[]): readonly string[] {
  const once = workOf(count, parser, families, SIZE);
  const twice = workOf(count, parser, families, 2 * SIZE);
  if (twice < NEXT_TO_NOTHING || twice < MOST_GROWTH * once) return [];
  const names = families.map(([name]) => name).join('  ');
  return [`${count.name}: ${once} → ${twice} for ${names}`];
}

function batchesOf(families: readonly Family[]): readonly (readonly Family[])[] {
  const count = Math.ceil(families.length / BATCH);
  return Array.from({ length: count }, (_value, index) =>
    families.slice(index * BATCH, (index + 1) * BATCH),
  );
}

const [wanted = ''] = process.argv.slice(2);
for (const parser of parsers.filter(({ name }) => name.includes(wanted))) {
  const steep = [
    ...parser.families.flatMap((family) => steepIn(countCharges, parser, [family])),
    ...batchesOf(parser.families).flatMap((batch) => steepIn(countBlocks, parser, batch)),
  ];
  const families = parser.families.length;
  process.stdout.write(`${JSON.stringify({ name: parser.name, families, steep })}\n`);
}
