import type { EnrolmentChoice } from '../../shared/station/server.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { listEvents } from '../repositories/events.ts';
import { listLocations } from '../repositories/locations.ts';
import { listOrganisers } from '../repositories/organisers.ts';

/** What a station may be enrolled for, newest first. */
export async function readEnrolmentChoices(
  tx: ReadTransaction,
): Promise<readonly EnrolmentChoice[]> {
  const organisers = new Map(
    (await listOrganisers(tx)).map((organiser) => [organiser.id, organiser]),
  );
  const choices: EnrolmentChoice[] = [];
  for (const event of await listEvents(tx, null)) {
    const organiser = organisers.get(event.organiser_id);
    if (organiser === undefined) continue;
    const locations = await listLocations(tx, event.id);
    choices.push({
      event: event.reference,
      name: event.name,
      organiser: organiser.reference,
      organiser_name: organiser.display_name,
      entry_points: locations.map(({ reference, name }) => ({ reference, name })),
    });
  }
  return choices;
}
