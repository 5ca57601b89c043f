import { setImmediate as nextTurn } from 'node:timers/promises';
import { routeTable } from '../../shared/contract/route-table.ts';
import type { RedemptionUploadResult } from '../../shared/contract/scanner.ts';
import type { Operate } from '../http/call.ts';
import { compileBody } from '../http/validate-body.ts';
import { uploadRedemptions as recordUpload } from '../services/upload-redemptions.ts';

const validate = compileBody(routeTable.uploadRedemptions.request);

/** So many are recorded in one turn of the event loop: a full upload would hold every other request up. */
const ITEMS_PER_TURN = 50;

/** Items name themselves, so sending again needs no key; a part of an upload may be recorded before a failure. */
export const uploadRedemptions: Operate = async (call) => {
  const { items } = validate(call.json);
  const data: RedemptionUploadResult[] = [];
  for (let from = 0; from < items.length; from += ITEMS_PER_TURN) {
    if (from > 0) await nextTurn();
    const part = items.slice(from, from + ITEMS_PER_TURN);
    data.push(...(await call.database.write((tx) => recordUpload(tx, call.caller, part))));
  }
  return { status: 200, body: { data } };
};
