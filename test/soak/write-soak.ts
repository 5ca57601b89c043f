import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { quantile } from '../bench/statistics.ts';
import { drawSoak, type DrawnSample } from './draw-soak.ts';
import type { SoakReport } from './run-soak.ts';

const folder = join(import.meta.dirname, '..', '..', 'bench', 'results');

/** Writes what was measured, and a chart of it. Returns the names of both files. */
export function writeSoak(
  report: SoakReport,
  asked: { readonly stations: number; readonly scansPerSecond: number },
): readonly string[] {
  const { durationMs, counts, growth, problems, survivors } = report;
  const date = new Date().toISOString().slice(0, 10);
  const machine = { cores: cpus().length, node: process.version, platform: process.platform };
  const samples = withLatency(report);
  const json = {
    date,
    machine,
    minutes: durationMs / 60_000,
    ...asked,
    counts,
    problems,
    growth,
    survivors,
    samples,
  };
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `soak-${date}`);
  // A line for each sample.
  const text = JSON.stringify(json, null, 1).replaceAll(/\n {3,}/g, ' ');
  writeFileSync(`${path}.json`, `${text}\n`);
  writeFileSync(`${path}.svg`, drawSoak({ durationMs, samples, survivors }));
  return [`${path}.json`, `${path}.svg`];
}

function withLatency({ samples, scans }: SoakReport): readonly DrawnSample[] {
  return samples.map((sample, index) => {
    const until = samples[index + 1]?.atMs ?? Infinity;
    const times = scans.flatMap(({ atMs, latencyMs }) =>
      atMs >= sample.atMs && atMs < until ? latencyMs : [],
    );
    if (times.length === 0) return { ...sample, latencyMs: null };
    const of = (q: number) => Math.round(quantile(times, q) * 100) / 100;
    return { ...sample, latencyMs: { p50: of(0.5), p99: of(0.99) } };
  });
}
