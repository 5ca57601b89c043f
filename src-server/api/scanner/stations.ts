import { stationRoutes } from '../../../shared/resources/stations.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { Handler, HandlersOf } from '../../http/request-context.ts';
import { compileBody } from '../../http/bodies/validate-body.ts';
import { recordHeartbeat, readVisibleStations } from '../../domain/access/stations.ts';
import { findVisibleEvent } from '../../store/access/access-scope.ts';
import { countOpenConflicts } from '../../store/conflicts.ts';

const validate = compileBody(stationRoutes.sendHeartbeat.request);

const sendHeartbeat: Handler = async (context) => {
  const heartbeat = validate(context.json);
  const data = await context.database.write(async (tx) => {
    await recordHeartbeat(tx, context.caller, heartbeat);
    const { event: key } = heartbeat;
    const event =
      key === null
        ? null
        : await findVisibleEvent(tx, context.caller, { key, includeDeleted: false });
    const open_conflicts = event === null ? null : await countOpenConflicts(tx, event.id);
    return { server_time: formatInstant(tx.now), open_conflicts };
  });
  return { status: 200, body: { data } };
};

const listStations: Handler = (context) =>
  context.database.read(async (tx) => ({
    status: 200,
    body: { data: await readVisibleStations(tx, context.caller) },
  }));

export const stationHandlers: HandlersOf<typeof stationRoutes> = { sendHeartbeat, listStations };
