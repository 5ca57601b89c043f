import type { StationSeat } from './station-seat.ts';
import type { Venue } from './venue.ts';
import { waitFor } from './wait-for.ts';

/** Longer than the time-out of a half-open connection plus the pause before a new attempt. */
const HEARD_WITHIN_MS = 60_000;

/**
 * Each station admits one of the tickets, all unscanned, and must refuse the others. Call it while no station can reach the server. Returns the
 * failures.
 */
export async function probePeers(
  seats: readonly StationSeat[],
  tickets: readonly string[],
): Promise<string[]> {
  const until = performance.now() + HEARD_WITHIN_MS;
  const apart = await waitFor(until, () => [
    ...seats.flatMap(({ name, progress }) =>
      progress?.near === seats.length - 1
        ? []
        : [`${name} does not hear everybody: ${JSON.stringify(progress)}`],
    ),
    ...unequal(seats, 0),
  ]);
  if (apart.length > 0) return apart;

  const before = seats[0]?.progress?.known ?? 0;
  for (const [index, seat] of seats.entries()) seat.scan(tickets[index] ?? '');
  const unlike = await waitFor(until, () => [
    ...unsaid(seats, tickets, (owner, index) => (owner === index ? 'admitted' : null)),
    ...unequal(seats, before + seats.length),
  ]);
  if (unlike.length > 0) return unlike;

  for (const [index, seat] of seats.entries()) {
    for (const ticket of tickets.filter((_, owner) => owner !== index)) seat.scan(ticket);
  }
  return waitFor(until, () =>
    unsaid(seats, tickets, (owner, index) =>
      owner === index ? 'admitted' : 'scanning.already_scanned',
    ),
  );
}

/**
 * One station lets a guest in and undoes it; another lets them in, a third out, and a fourth is asked to let them in again. Each must know what
 * happened at the others. Call it after {@link probePeers}. Returns the failures.
 */
export async function probeReturn(
  { seats, reEntry }: Pick<Venue, 'seats' | 'reEntry'>,
  ticket: string,
): Promise<string[]> {
  const [first, second, third, fourth] = seats;
  if (!first || !second || !third || !fourth) throw new RangeError('expected four stations');
  const undone = () => first.ends.filter(({ kind }) => kind === 'mistake').length;
  const before = undone();
  const shows = (seat: StationSeat, said: string) =>
    seat.shown.some(
      ({ ticket: of, kind, reason }) => of === ticket && (kind === said || reason === said),
    );
  const again = reEntry === 'allowed' ? 'admitted' : 'scanning.already_scanned';
  const steps = [
    { does: () => first.scan(ticket), isDone: () => shows(first, 'admitted') },
    { does: () => first.undo(0), isDone: () => undone() > before },
    { does: () => second.scan(ticket), isDone: () => shows(second, 'admitted') },
    { does: () => third.letOut(ticket), isDone: () => shows(third, 'left') },
    { does: () => fourth.scan(ticket), isDone: () => shows(fourth, again) },
  ];
  for (const [index, { does, isDone }] of steps.entries()) {
    const known = first.progress?.known ?? 0;
    does();
    const isLast = index === steps.length - 1;
    const problems = await waitFor(performance.now() + HEARD_WITHIN_MS, () => [
      ...(isDone() ? [] : [`without the server, step ${index + 1} of a guest who returns failed`]),
      // Nobody waits for what the last one says.
      ...(isLast ? [] : unequal(seats, known + 1)),
    ]);
    if (problems.length > 0) return problems;
  }
  return [];
}

/** Describes each station that has not shown exactly the expected verdict of a ticket. */
function unsaid(
  seats: readonly StationSeat[],
  tickets: readonly string[],
  expected: (owner: number, index: number) => string | null,
): string[] {
  return seats.flatMap(({ name, shown }, index) =>
    tickets.flatMap((ticket, owner) => {
      const said = shown
        .filter((outcome) => outcome.ticket === ticket)
        .map(({ kind, reason }) => (kind === 'admitted' ? kind : String(reason)))
        .join(', ');
      const right = expected(owner, index) ?? '';
      return said === right
        ? []
        : [`without the server, ${name} said "${said}" of ${ticket}, not "${right}"`];
    }),
  );
}

/** Once every message has arrived, all stations know the same number of admissions. */
function unequal(seats: readonly StationSeat[], atLeast: number): string[] {
  const known = seats.map(({ progress }) => progress?.known ?? 0);
  const isEqual = known.every((count) => count === known[0] && count >= atLeast);
  return isEqual ? [] : [`stations that hear each other know ${known.join(', ')} admissions`];
}
