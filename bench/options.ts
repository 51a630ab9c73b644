import { parseArgs } from 'node:util';

/** What a run measures and how long it may take. */
export interface BenchOptions {
  readonly entities: number;
  /** Whether OpenSearch is started and measured beside Colophon. */
  readonly opensearch: boolean;
  /** Whether the results file and the table in the README are written. */
  readonly write: boolean;
  /** How often each question is measured on each system, in turns; the figures are those of all turns together. */
  readonly rounds: number;
  /** Length of one measurement of throughput, in one round. */
  readonly throughputSeconds: number;
  /** How many requests of one round are timed one by one. */
  readonly timedRequests: number;
  /** How often each way to start is timed; the median counts. */
  readonly starts: number;
  /** The run is given up after this time. */
  readonly limitMinutes: number;
}

/** How the command is called. */
export const USAGE = `npm run bench -- [options]

  --entities N      size of the catalog (default 100000)
  --quick           10,000 entities and short measurements: about two minutes, rough figures, nothing written
  --no-opensearch   Colophon alone; answers are not compared and nothing is written
  --no-write        print the table; leave bench/results and bench/README.md as they are
  --limit MINUTES   give up after this time (default: grows with the entities)
  --help`;

/** Reads the command line; undefined when help was asked for. Throws on an option that is unknown or cannot be used. */
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

/** A number of the command line; throws, with the usage, on a text that is no whole number from 1. */
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
    throw new Error(`${option} takes a whole number from 1, not '${text}'.\n\n${usage}`);
  }
  return value;
}
