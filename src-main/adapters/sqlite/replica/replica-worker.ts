// The ingest worker: the only connection that writes to the replica, in a thread of its own, so that a long import never stands
// between a scan and its verdict. Started with the file's path; ends when its port is closed.
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../open-database.ts';
import { answerCall, type WriterCall } from './replica-calls.ts';
import { writeReplica } from './replica-writer.ts';

const port = parentPort;
if (port === null) throw new Error('expected to run as a worker thread');

const database = openDatabase(String(workerData), { synchronous: 'NORMAL' });
const writer = writeReplica(database);
// Until it is closed in order: a process that is killed leaves the mark off, and the next start checks the file.
writer.markShutdown(false);

port.on('message', (call: WriterCall) => port.postMessage(answerCall(writer, call)));
port.on('close', () => database.close());
