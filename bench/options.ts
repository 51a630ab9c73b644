import { parseArgs } from 'node:util';

/** Options of a run. */
export interface BenchOptions {
  readonly entities: number;
  /** Whether OpenSearch is also started and measured. */
  readonly opensearch: boolean;
  /** Whether the results file and the table in the README are written. */
  readonly write: boolean;
  /** Rounds per query and system; figures are over all rounds. */
  readonly rounds: number;
  /** Length of the throughput measurement of one round. */
  readonly throughputSeconds: number;
  /** Number of requests timed one by one in one round. */
  readonly timedRequests: number;
  /** Repetitions of each kind of start; the median is reported. */
  readonly starts: number;
  /** The run is aborted after this time. */
  readonly limitMinutes: number;
}

/** Help text. */
export const USAGE = `npm run bench -- [options]

  --entities N      size of the catalog (default 100000)
  --quick           10,000 entities and short measurements: about two minutes, rough figures, nothing written
  --no-opensearch   Colophon alone; answers are not compared and nothing is written
  --no-write        print the table; leave bench/results and bench/README.md as they are
  --limit MINUTES   abort after this time (default: grows with the entities)
  --help`;

/** Parses the command line; undefined if help was requested. Throws on an unknown or invalid option. */
export function readOptions(args: readonly string[]): BenchOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      entities: { type: 'string' },
      quick: { type: 'boolean', default: false },
      opensearch: { type: 'boolean', default: true },
      write: { type: 'boolean', default: true },
      limit: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const { quick, opensearch } = values;
  const usage = USAGE;
  const size = quick ? 10_000 : 100_000;
  const entities = wholeNumber({ option: '--entities', text: values.entities, fallback: size, usage });
  const limit = 15 + Math.ceil(entities / 20_000);
  return {
    entities,
    opensearch,
    write: values.write && opensearch && !quick,
    rounds: quick ? 1 : 3,
    throughputSeconds: quick ? 0.5 : 1,
    timedRequests: quick ? 40 : 100,
    starts: quick ? 1 : 3,
    limitMinutes: wholeNumber({ option: '--limit', text: values.limit, fallback: limit, usage }),
  };
}

/** Parses a positive integer of the command line; otherwise throws an error with the usage. */
export function wholeNumber({
  option,
  text,
  fallback,
  usage,
}: {
  readonly option: string;
  readonly text: string | undefined;
  readonly fallback: number;
  readonly usage: string;
}): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new Error(`${option} takes a positive integer, not '${text}'.\n\n${usage}`);
  }
  return value;
}
