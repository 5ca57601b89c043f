import { routeTable } from '../../shared/contract/route-table.ts';
import { formatInstant } from '../../shared/instant.ts';
import type { Handler } from '../http/request-context.ts';
import { compileBody } from '../http/validate-body.ts';
import { recordHeartbeat, readVisibleStations } from '../domain/stations.ts';

const validate = compileBody(routeTable.sendHeartbeat.request);

export const sendHeartbeat: Handler = async (context) => {
  const heartbeat = validate(context.json);
  const now = await context.database.write(async (tx) => {
    await recordHeartbeat(tx, context.caller, heartbeat);
    return tx.now;
  });
  return { status: 200, body: { data: { server_time: formatInstant(now) } } };
};

export const listStations: Handler = (context) =>
  context.database.read(async (tx) => ({
    status: 200,
    body: { data: await readVisibleStations(tx, context.caller) },
  }));
