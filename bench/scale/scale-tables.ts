/**
 * The tables of bench/scale.md.
 *
 *   node bench/scale/scale-tables.ts FILE      updates them from bench/results/FILE
 */
import { basename } from 'node:path';
import { round } from '../measurements/statistics.ts';
import { readResultFile, renewPage, writeResultFile } from '../write-table.ts';
import type { PairResult, ScaleResult } from './scale-result.ts';
import type { Times } from './processor-time.ts';

/** Writes the results file of a run and updates the tables; returns the path of the file. */
export async function writeScaleResult(result: ScaleResult): Promise<string> {
  const file = await writeResultFile(result, `${result.date.slice(0, 10)}-scale-${result.entities}.json`);
  await renewScaleTables(file);
  return `bench/results/${file}`;
}

/** Writes the tables of a results file into bench/scale.md. */
export async function renewScaleTables(file: string): Promise<void> {
  // The file was written by `writeScaleResult`.
  const result = readResultFile(file) as ScaleResult;
  await renewPage('scale.md', `${scaleTables(result)}\n\nFrom [${file}](results/${file}).`);
}

/** All tables of a run, as Markdown. */
export function scaleTables(result: ScaleResult): string {
  const { commit, date, differences, entities, machine, minutes, pairs, postgresSettings } = result;
  const equal =
    differences.length === 0
      ? 'All totals and facet buckets were equal in all pairs.'
      : `${differences.length} answers differed between the pairs.`;
  return [
    `${entities.toLocaleString('en')} entities, ${date.slice(0, 10)}, commit ${commit}: ${machine.cores} cores (${machine.cpu}), ` +
      `${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}, ${Math.round(machine.idle * 100)} % idle before the run; ` +
      `PostgreSQL with \`${postgresSettings}\`, OpenSearch with a heap of 1 GiB. ${minutes} minutes in all. ${equal}`,
    ingestTable(pairs),
    ...pairs.map(questionTable),
    processTable(pairs),
    sizeTable(pairs, entities),
  ].join('\n\n');
}

const PROGRAMS = ['colophon', 'postgres', 'opensearch'];

function ingestTable(pairs: readonly PairResult[]): string {
  return table(
    [
      'ingest, batches of 500 on 4 connections',
      'answered/s',
      'batch p50 (p95), ms',
      'searchable after the last answer, s',
      'searchable/s',
      'CPU ms per entity: Colophon + PostgreSQL + OpenSearch',
    ],
    pairs.map(({ ingest, pair }) => [
      pair,
      count(ingest.entitiesPerSecond),
      `${ingest.batchP50Ms} (${ingest.batchP95Ms})`,
      String(ingest.catchUpSeconds),
      count(ingest.searchableEntitiesPerSecond),
      shares(ingest.processorMsPerEntity),
    ]),
  );
}

function questionTable({ pair, questions }: PairResult): string {
  return table(
    [
      `query, ${pair}`,
      'p50, ms',
      'p99, ms',
      'timed requests',
      '8 clients, /s',
      'CPU ms: Colophon + PostgreSQL + OpenSearch',
    ],
    questions.map(({ count: asked, name, p50Ms, p99Ms, perSecond, processorMs }) => [
      name,
      String(p50Ms),
      String(p99Ms),
      String(asked),
      count(perSecond),
      shares(processorMs),
    ]),
  );
}

function processTable(pairs: readonly PairResult[]): string {
  return table(
    [
      'processes',
      'reads/s',
      'CPU ms per read',
      'writes/s',
      'CPU ms per write',
      'searchable after the answer, p50 (p99), ms',
      'lag metric, p50 (p99), s',
      'write latency at that rate, p50 (p99), ms',
      'resident, MiB',
    ],
    pairs.flatMap(({ pair, processes }) =>
      processes.map(({ count: number, lag, memoryMiB, reads, writes }) => [
        `${pair}: ${number}`,
        count(reads.perSecond),
        shares(reads.processorMs),
        count(writes.perSecond),
        shares(writes.processorMs),
        `${lag.asked.p50Ms} (${lag.asked.p99Ms})`,
        `${lag.metric.p50Seconds} (${lag.metric.p99Seconds})`,
        `${lag.writes.p50Ms} (${lag.writes.p99Ms})`,
        shares(memoryMiB),
      ]),
    ),
  );
}

function sizeTable(pairs: readonly PairResult[], entities: number): string {
  return table(
    ['on disk after loading', 'MiB', 'bytes per entity'],
    pairs.flatMap(({ bytesOnDisk, pair }) =>
      Object.entries(bytesOnDisk)
        .filter(([, bytes]) => bytes >= 10 * entities)
        .map(([name, bytes]) => [
          `${pair}: ${name}`,
          count(Math.round(bytes / 1024 ** 2)),
          count(Math.round(bytes / entities)),
        ]),
    ),
  );
}

function shares(times: Times): string {
  return PROGRAMS.flatMap((program) => times[program] ?? []).join(' + ');
}

function count(number: number): string {
  return (number < 1000 ? round(number) : number).toLocaleString('en');
}

/** A Markdown table: header and rows. */
export function table(
  [first = '', ...others]: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lines = [[first, ...others], ['---', ...others.map(() => '---:')], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('Name a file of bench/results.');
  await renewScaleTables(basename(file));
}
