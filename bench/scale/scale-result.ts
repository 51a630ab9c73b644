import type { RunResult } from '../measurements/result.ts';
import type { Bytes } from './bytes-on-disk.ts';
import type { ScaleIngest } from './measure-ingest.ts';
import type { ScaleProcesses } from './measure-processes.ts';
import type { ScaleQuestion } from './measure-questions.ts';
import type { PairName } from './pairs.ts';
import type { Times } from './processor-time.ts';

/** Results of one pair. */
export interface PairResult {
  readonly pair: PairName;
  readonly ingest: ScaleIngest;
  readonly questions: readonly ScaleQuestion[];
  /** Memory after the queries, by program. */
  readonly memoryMiB: Times;
  /** Disk usage after loading. */
  readonly bytesOnDisk: Bytes;
  /** With one process, and with more if the pair supports them. */
  readonly processes: readonly ScaleProcesses[];
}

/** Results of one run; the file in bench/results. */
export interface ScaleResult extends RunResult {
  /** Settings of PostgreSQL. */
  readonly postgresSettings: string;
  readonly pairs: readonly PairResult[];
  readonly minutes: number;
}
