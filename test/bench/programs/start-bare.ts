// Node alone, for what it costs to start. Usage: node start-bare.ts.
const hold = setInterval(() => undefined, 60_000);
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
process.once('SIGTERM', () => clearInterval(hold));
const took = { cpuMicros: userCPUTime + systemCPUTime, peakMib: maxRSS / 1_024 };
process.stdout.write(`${JSON.stringify({ kind: 'admitted', ...took })}\n`);
