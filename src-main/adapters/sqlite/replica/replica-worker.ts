// The ingest worker: the only connection that writes to the replica, in its own thread, so that a long import never delays a verdict.
// Started with the file's path; ends when its port is closed.
import { parentPort, workerData } from 'node:worker_threads';
import { openStationDatabase } from '../open-database.ts';
import { executeCall, type WriterCall } from './replica-calls.ts';
import { writeReplica } from './replica-writer.ts';

const port = parentPort;
if (port === null) throw new Error('expected to run as a worker thread');

const database = openStationDatabase(String(workerData), { synchronous: 'NORMAL' });
const writer = writeReplica(database);
// Until it is closed cleanly: a killed process leaves the mark unset, and the next start checks the file.
writer.markShutdown(false);

port.on('message', (call: WriterCall) => port.postMessage(executeCall(writer, call)));
port.on('close', () => database.close());
