// The ingest worker: the only connection that writes to the replica, in a thread of its own, so that a long import never stands
// between a scan and its verdict. Started with the file's path; ends when its port is closed.
import { parentPort, workerData } from 'node:worker_threads';
import { isDamage, openDatabase } from './open-database.ts';
import { performWrite } from './perform-write.ts';
import type { WorkerReply, WorkerRequest } from './replica-messages.ts';
import { writeReplica } from './replica-writer.ts';

const port = parentPort;
if (port === null) throw new Error('expected to run as a worker thread');

const database = openDatabase(String(workerData), { synchronous: 'NORMAL' });
const writer = writeReplica(database);
writer.markShutdown(false);

port.on('message', (request: WorkerRequest) => port.postMessage(answer(request)));
port.on('close', () => database.close());

function answer({ id, write }: WorkerRequest): WorkerReply {
  try {
    return { id, kind: 'written', written: performWrite(writer, write) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id, kind: 'failed', message, damaged: isDamage(error) };
  }
}
