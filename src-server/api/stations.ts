import { routeTable } from '../../shared/contract/route-table.ts';
import { formatInstant } from '../../shared/instant.ts';
import type { Operate } from '../http/call.ts';
import { compileBody } from '../http/validate-body.ts';
import { hearStation, listStations as readStations } from '../services/stations.ts';

const validate = compileBody(routeTable.sendHeartbeat.request);

export const sendHeartbeat: Operate = async (call) => {
  const heartbeat = validate(call.json);
  await call.database.write((tx) => hearStation(tx, call.caller.clientRowId, heartbeat));
  return {
    status: 200,
    body: { data: { server_time: formatInstant(call.clock.now()) } },
  };
};

export const listStations: Operate = (call) =>
  call.database.read(async (tx) => ({
    status: 200,
    body: { data: await readStations(tx, call.caller.organiserId) },
  }));
