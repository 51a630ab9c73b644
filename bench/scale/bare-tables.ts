/**
 * The tables of bench/scale.md beside the bare engine.
 *
 *   node bench/scale/bare-tables.ts FILE      updates them from bench/results/FILE
 */
import { basename } from 'node:path';
import type { RunResult } from '../measurements/result.ts';
import { geometricMean } from '../measurements/statistics.ts';
import { readResultFile, renewPage, writeResultFile } from '../write-table.ts';
import type { BareComparison, QuestionCost } from './compare-with-bare.ts';
import { table } from './scale-tables.ts';

/** Results of one run; the file in bench/results. */
export interface BareResult extends RunResult {
  readonly sizes: readonly BareComparison[];
  /** Idle share of CPU time after the last size, with all programs of the run at rest. */
  readonly idleAfter: number;
  readonly minutes: number;
}

/** Writes the results file of a run and updates the tables; returns the path of the file. */
export async function writeBareResult(result: BareResult): Promise<string> {
  const name = `${result.date.slice(0, 10)}-bare-engine-${result.entities}.json`;
  const file = await writeResultFile(result, name);
  await renewBareTables(file);
  return `bench/results/${file}`;
}

/** Writes the tables of a results file into bench/scale.md. */
export async function renewBareTables(file: string): Promise<void> {
  // The file was written by `writeBareResult`.
  const result = readResultFile(file) as BareResult;
  await renewPage('scale.md', `${bareTables(result)}\n\nFrom [${file}](results/${file}).`, 'bare engine');
}

/** All tables of a run, as Markdown. */
export function bareTables(result: BareResult): string {
  const { commit, date, differences, entities, idleAfter, machine, minutes, sizes } = result;
  const equal =
    differences.length === 0
      ? 'All totals and facet buckets were equal.'
      : `${differences.length} answers differed.`;
  const [first] = sizes;
  const count = (number = 0): string => number.toLocaleString('en');
  return [
    `${count(first?.entities)} documents, ${count(entities)} of them distinct, ${date.slice(0, 10)}, commit ${commit}: ` +
      `${machine.cores} cores (${machine.cpu}), ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}, ` +
      `${percent(machine.idle)} idle before the run, ${percent(idleAfter)} after it; OpenSearch with a heap of 1 GiB. ` +
      `${minutes} minutes in all. ${equal}`,
    ...sizes.slice(0, 1).map(questionTable),
    ...(sizes.length > 1 ? [growthTable(sizes)] : []),
  ].join('\n\n');
}

function questionTable({ questions }: BareComparison): string {
  const ratios = questions.map(({ bare, catalog }) => engineMs(catalog) / engineMs(bare));
  const pacedRatios = questions.map(({ catalog, paced }) => engineMs(catalog) / engineMs(paced));
  return table(
    [
      'query',
      'CPU ms, bare engine',
      'CPU ms, bare engine, paced',
      'CPU ms, engine of the catalog',
      'ratio',
      'ratio, paced',
      'CPU ms, Colophon',
      'p50 ms, bare engine',
      'p50 ms, catalog',
    ],
    [
      ...questions.map(({ bare, catalog, name, paced }, i) => [
        name,
        String(engineMs(bare)),
        String(engineMs(paced)),
        String(engineMs(catalog)),
        ratios[i]?.toFixed(2) ?? '',
        pacedRatios[i]?.toFixed(2) ?? '',
        String(catalog.processorMs['colophon']),
        String(bare.p50Ms),
        String(catalog.p50Ms),
      ]),
      ['**geometric mean**', '', '', '', bold(ratios), bold(pacedRatios), '', '', ''],
    ],
  );
}

const SYSTEMS = ['catalog', 'bare'] as const;

function growthTable(sizes: readonly BareComparison[]): string {
  const cells = (of: (size: BareComparison, system: 'catalog' | 'bare') => number | undefined): string[] =>
    SYSTEMS.flatMap((system) => sizes.map((size) => String(of(size, system) ?? '')));
  const names = sizes[0]?.questions.map(({ name }) => name) ?? [];
  return table(
    [
      "engine's CPU ms by number of documents",
      ...SYSTEMS.flatMap((system) =>
        sizes.map(({ entities }) => `${system}, ${entities.toLocaleString('en')}`),
      ),
    ],
    [
      ...names.map((name) => [
        name,
        ...cells(({ questions }, system) => {
          const question = questions.find((candidate) => candidate.name === name);
          return question && engineMs(question[system]);
        }),
      ]),
      ['segments', ...cells((size, system) => size[system].segments)],
    ],
  );
}

function bold(ratios: readonly number[]): string {
  return `**${geometricMean(ratios).toFixed(2)}**`;
}

function engineMs(cost: QuestionCost | undefined): number {
  return cost?.processorMs['opensearch'] ?? NaN;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('Name a file of bench/results.');
  await renewBareTables(basename(file));
}
