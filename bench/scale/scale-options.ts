import { parseArgs } from 'node:util';
import { wholeNumber } from '../options.ts';
import type { PairOptions } from './measure-pair.ts';
import { PAIRS, type PairName } from './pairs.ts';

/** Options of a run. */
export interface ScaleOptions extends PairOptions {
  readonly pairs: readonly PairName[];
  /** Whether the results file and the tables of bench/scale.md are written. */
  readonly write: boolean;
  /** The run is aborted after this time; results so far are kept. */
  readonly limitMinutes: number;
}

/** Help text. */
export const USAGE = `npm run bench:scale -- [options]

  --entities N      size of the catalog (default 100000)
  --pair TEXT       only pairs whose name contains this text; writes nothing
  --no-write        print the tables; leave bench/results and bench/scale.md as they are
  --limit MINUTES   abort after this time (default: grows with the entities)
  --help`;

/** Parses the command line; undefined if help was requested. Throws on an unknown or invalid option. */
export function readScaleOptions(args: readonly string[]): ScaleOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      entities: { type: 'string' },
      pair: { type: 'string', default: '' },
      write: { type: 'boolean', default: true },
      limit: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const entities = wholeNumber({
    option: '--entities',
    text: values.entities,
    fallback: 100_000,
    usage: USAGE,
  });
  const pairs = PAIRS.filter((name) => name.includes(values.pair));
  if (pairs.length === 0)
    throw new Error(`--pair takes a part of '${PAIRS.join("', '")}', not '${values.pair}'.\n\n${USAGE}`);
  const limit = Math.ceil(10 + entities / 30_000);
  return {
    entities,
    pairs,
    write: values.write && pairs.length === PAIRS.length,
    limitMinutes: wholeNumber({ option: '--limit', text: values.limit, fallback: limit, usage: USAGE }),
    timedRequests: 100,
    timedSeconds: 6,
    throughputSeconds: 2,
    clients: 8,
    processes: 3,
    seconds: 4,
    lagSeconds: 8,
  };
}
