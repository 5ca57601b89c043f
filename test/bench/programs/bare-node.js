// Bare Node, the baseline of every start, of memory and of `gatehouse --help`: says that it runs, and ends, or stays until it is ended.
// Usage: node bare-node.js [stay]
process.stdout.write('{}\n');
if (process.argv[2] === 'stay') setInterval(() => undefined, 60_000);
