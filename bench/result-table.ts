import type { BenchResult, QuestionResult, StartTimes } from './measurements/result.ts';
import { geometricMean, round } from './measurements/statistics.ts';

/** Speedup of Colophon over OpenSearch; above 1 Colophon is faster. */
export interface Ratios {
  readonly p50: number;
  readonly perSecond: number;
}

/** Ratios of a query; undefined unless it was measured on both systems. */
export function ratiosOf({ colophon, opensearch }: QuestionResult): Ratios | undefined {
  if (opensearch === undefined) return undefined;
  return { p50: opensearch.p50Ms / colophon.p50Ms, perSecond: colophon.perSecond / opensearch.perSecond };
}

// Idle share of the machine below which background load makes the figures rough.
const QUIET = 0.9;

/** A run as Markdown: machine, queries, ingest, starts and memory. */
export function resultTable(result: BenchResult): string {
  return [
    ...circumstances(result),
    '',
    ...questionRows(result),
    '',
    ...boundRows(result),
    '',
    ...ingestRows(result),
    '',
    ...startRows(result),
  ].join('\n');
}

function circumstances({ machine, reference, ...result }: BenchResult): string[] {
  const idle = Math.min(machine.idle, result.idleAfterQuestions);
  const warning = idle < QUIET ? ' **The machine was busy: these figures are rough.**' : '';
  const versions = `Node ${machine.node}${reference === undefined ? '' : `, OpenSearch ${reference.version}`}`;
  return [
    `${count(result.entities)} entities, ${result.date.slice(0, 10)}, commit ${result.commit}: ${machine.cores} cores`,
    `(${machine.cpu}), ${machine.memoryGiB} GiB, ${machine.system}, ${versions}. Idle:`,
    `${Math.round(idle * 100)} %.${warning} ${agreement(reference !== undefined, result.differences)}`,
  ];
}

function agreement(compared: boolean, differences: readonly string[]): string {
  if (!compared) return 'Answers were not compared.';
  const [first] = differences;
  if (first === undefined) return 'All totals and facet buckets were equal.';
  return `**${differences.length} answers differed**, first: ${first}.`;
}

function questionRows({ questions, method }: BenchResult): string[] {
  const measured = questions.map(ratiosOf).filter((ratios) => ratios !== undefined);
  const mean = (of: (ratios: Ratios) => number): string => times(geometricMean(measured.map(of)));
  const means = row(
    '**geometric mean**',
    '',
    '',
    mean(({ p50 }) => p50),
    '',
    '',
    mean(({ perSecond }) => perSecond),
  );
  const columns = ['Colophon p50 (p95), ms', 'OpenSearch p50 (p95), ms', 'speedup'];
  const perSecond = `/s, ${method.clients} clients`;
  return [
    row('query', ...columns, `Colophon${perSecond}`, `OpenSearch${perSecond}`, 'speedup'),
    row('---', ...Array<string>(6).fill('--:')),
    ...questions.map(questionRow),
    ...(measured.length === 0 ? [] : [means]),
  ];
}

function questionRow(question: QuestionResult): string {
  const { name, colophon, opensearch } = question;
  const ratios = ratiosOf(question);
  return row(
    name,
    `${colophon.p50Ms} (${colophon.p95Ms})`,
    opensearch === undefined ? '' : `${opensearch.p50Ms} (${opensearch.p95Ms})`,
    times(ratios?.p50),
    count(colophon.perSecond),
    opensearch === undefined ? '' : count(opensearch.perSecond),
    times(ratios?.perSecond),
  );
}

/** Bounds: OpenSearch with its request cache, and the HTTP floor. */
function boundRows({ questions, method }: BenchResult): string[] {
  const perSecond = `/s, ${method.clients} clients`;
  return [
    row(
      'query',
      'Colophon p50, ms',
      'OpenSearch, request cache on',
      'HTTP floor',
      'above the floor',
      ...['Colophon', 'OpenSearch, cache on', 'floor'].map((name) => `${name}${perSecond}`),
    ),
    row('---', ...Array<string>(7).fill('--:')),
    ...questions.map(({ name, colophon, opensearchCached: cached, floor }) =>
      row(
        name,
        ...[colophon.p50Ms, cached?.p50Ms ?? '', floor?.p50Ms ?? ''].map(String),
        floor === undefined ? '' : String(round(colophon.p50Ms - floor.p50Ms)),
        ...[colophon, cached, floor].map((times) => (times === undefined ? '' : count(times.perSecond))),
      ),
    ),
  ];
}

function ingestRows({ ingest }: BenchResult): string[] {
  const { colophon, opensearchEntitiesPerSecond: rival, bareSqliteEntitiesPerSecond: bare } = ingest;
  const rate = colophon.entitiesPerSecond;
  return [
    row('ingest', 'entities/s', 'Colophon / other'),
    row('---', '--:', '--:'),
    row('Colophon, OpenAPI v3, batches of 500', count(rate), ''),
    ...(rival === undefined ? [] : [row('OpenSearch, bulk load', count(rival), times(rate / rival))]),
    row('bare `node:sqlite` inserts of the same rows', count(bare), times(rate / bare)),
  ];
}

function startRows({ starts, residentMiB }: BenchResult): string[] {
  const start = (name: string, { readyMs, firstAnswerMs, residentMiB: resident }: StartTimes): string =>
    row(name, String(readyMs), String(firstAnswerMs), String(resident ?? ''));
  return [
    row('start of Colophon', 'ready, ms', 'first facet, ms', 'resident, MiB'),
    row('---', '--:', '--:', '--:'),
    start('empty folder', starts.empty),
    start('restart with the workload', starts.restart),
    start('after `kill -9`, with the workload', starts.afterKill),
    row('(the process that loaded it, after loading)', '', '', String(residentMiB.colophonAfterLoad ?? '')),
    row('(the same, after all questions)', '', '', String(residentMiB.colophonAfterQuestions ?? '')),
    ...(residentMiB.opensearchAfterQuestions === undefined
      ? []
      : [row('(OpenSearch, after all questions)', '', '', String(residentMiB.opensearchAfterQuestions))]),
  ];
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

function times(ratio: number | undefined): string {
  return ratio === undefined ? '' : `${ratio.toFixed(ratio < 10 ? 2 : 1)}x`;
}
