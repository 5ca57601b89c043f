// Node alone, for what it costs to start. Usage: node start-bare.ts.
const hold = setInterval(() => undefined, 60_000);
const { rss } = process.memoryUsage();
process.once('SIGTERM', () => clearInterval(hold));
process.stdout.write(`${JSON.stringify({ kind: 'admitted', rss })}\n`);
