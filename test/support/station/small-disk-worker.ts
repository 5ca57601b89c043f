// The ingest worker on a disk that is full for as long as there is a file of the replica's name with `.full` behind it. The room is taken
// from SQLite itself, so that its own transactions fail as they do on such a disk.
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { openStationDatabase } from '../../../src-main/adapters/sqlite/open-database.ts';
import {
  answerCall,
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
  return answerCall(writer, call);
}

/** On a full disk nothing can be written, not even a row over another one. */
function takeRoom(): void {
  database.pragma(`max_page_count = ${existsSync(`${path}.full`) ? 1 : 1_073_741_823}`);
  database.exec('CREATE TABLE room (taken INTEGER); DROP TABLE room');
}
