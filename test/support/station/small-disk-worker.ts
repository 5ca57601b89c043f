// The ingest worker on a disk that is full while a file with the replica's name plus `.full` exists. SQLite's own limit takes the space away, so that
// its transactions fail as they do on a full disk.
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { openStationDatabase } from '../../../src-main/adapters/sqlite/open-database.ts';
import {
  executeCall,
  type CallDone,
  type CallFailed,
  type WriterCall,
} from '../../../src-main/adapters/sqlite/replica/replica-calls.ts';
import { writeReplica } from '../../../src-main/adapters/sqlite/replica/replica-writer.ts';

const port = parentPort;
if (port === null) throw new Error('expected to run as a worker thread');

const path = String(workerData);
const database = openStationDatabase(path, { synchronous: 'NORMAL' });
const writer = writeReplica(database);

port.on('message', (call: WriterCall) => port.postMessage(answer(call)));
port.on('close', () => database.close());

function answer(call: WriterCall): CallDone | CallFailed {
  try {
    takeRoom();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id: call.id, kind: 'failed', message, damaged: false };
  }
  return executeCall(writer, call);
}

/** On a full disk nothing can be written, not even a replacement of a row. */
function takeRoom(): void {
  database.pragma(`max_page_count = ${existsSync(`${path}.full`) ? 1 : 1_073_741_823}`);
  database.exec('CREATE TABLE room (taken INTEGER); DROP TABLE room');
}
