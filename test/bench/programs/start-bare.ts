// Node alone, for what it costs to start. Usage: node start-bare.ts.
const hold = setInterval(() => undefined, 60_000);
const { userCPUTime, systemCPUTime } = process.resourceUsage();
process.once('SIGTERM', () => clearInterval(hold));
const cpuMicros = userCPUTime + systemCPUTime;
process.stdout.write(`${JSON.stringify({ kind: 'admitted', cpuMicros })}\n`);
