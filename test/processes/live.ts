import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sellToCancel } from '../support/station/furnish-event.ts';
import type { Party, PlannedStep, Step } from './plan-round.ts';
import type { StationSeat } from './station-seat.ts';
import type { Venue } from './venue.ts';

/** Takes the steps of the plan at their times. Long steps run concurrently with the ones that follow. */
export async function live(venue: Venue, plan: readonly PlannedStep[]): Promise<void> {
  const begun = performance.now();
  const steps: Promise<void>[] = [];
  for (const { atMs, step } of plan) {
    const wait = begun + atMs - performance.now();
    if (wait > 0) await sleep(wait);
    steps.push(take(venue, step));
  }
  await Promise.all(steps);
}

async function take(venue: Venue, step: Step): Promise<void> {
  switch (step.kind) {
    case 'scan':
      return scan(venue, step.station, venue.event.tickets[step.ticket] ?? '');
    case 'scan_unknown':
      return scan(venue, step.station, step.code);
    case 'let_out': {
      const ticket = venue.event.tickets[step.ticket] ?? '';
      if (seatOf(venue, step.station)?.letOut(ticket) === true) venue.count('let out');
      return;
    }
    case 'undo':
    case 'overrule': {
      const seat = seatOf(venue, step.station);
      const isSent = step.kind === 'undo' ? seat?.undo(step.back) : seat?.overrule(step.back);
      if (isSent === true) venue.count(step.kind === 'undo' ? 'to undo' : 'to overrule');
      return;
    }
    case 'sell': {
      const sold = await sellToCancel({ dataDir: join(venue.data, 'server') }, venue.event);
      venue.count('sold');
      scan(venue, step.station, sold.ticket);
      if (step.cancelAfterMs === null) return;
      await sleep(step.cancelAfterMs);
      await sold.cancel();
      venue.count('cancelled');
      return;
    }
    case 'kill': {
      const { party } = step;
      const seat = seatOf(venue, party);
      const isKilled = await (seat === null ? venue.killServer() : seat.kill());
      if (!isKilled) return;
      venue.count(seat === null ? 'server killed' : 'station killed');
      await sleep(step.awayMs);
      await (seat === null ? venue.startServer() : seat.start());
      return;
    }
    case 'stop': {
      const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
        const seat = seatOf(venue, step.party);
        if (seat === null) venue.signalServer(name);
        else seat.signal(name);
      };
      signal('SIGSTOP');
      venue.count('stopped');
      await sleep(step.forMs);
      signal('SIGCONT');
      return;
    }
    case 'fault': {
      const seat = seatOf(venue, step.station);
      const proxy = step.line === 'server' ? seat?.proxy : seat?.peerProxy;
      await proxy?.begin(step.fault);
      venue.count(step.line === 'server' ? step.fault.kind : `${step.fault.kind} between stations`);
      await sleep(step.forMs);
      await proxy?.heal();
      return;
    }
    case 'outage':
      for (const { proxy } of venue.seats) await proxy.begin({ kind: 'cut' });
      venue.count('outage');
      await sleep(step.forMs);
      for (const { proxy } of venue.seats) await proxy.heal();
  }
}

function scan(venue: Venue, station: number, code: string): void {
  if (seatOf(venue, station)?.scan(code) === true) venue.count('scanned');
}

function seatOf(venue: Venue, party: Party): StationSeat | null {
  if (party === 'server') return null;
  const seat = venue.seats[party];
  if (seat === undefined) throw new RangeError(`expected a station ${party}`);
  return seat;
}
