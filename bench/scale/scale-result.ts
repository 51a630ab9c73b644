import type { RunResult } from '../result.ts';
import type { Bytes } from './bytes-on-disk.ts';
import type { ScaleIngest } from './measure-ingest.ts';
import type { ScaleProcesses } from './measure-processes.ts';
import type { ScaleQuestion } from './measure-questions.ts';
import type { PairName } from './pairs.ts';
import type { Times } from './processor-time.ts';

/** What one run has found on one pair. */
export interface PairResult {
  readonly pair: PairName;
  readonly ingest: ScaleIngest;
  readonly questions: readonly ScaleQuestion[];
  /** After the questions, by program. */
  readonly memoryMiB: Times;
  /** After loading. */
  readonly bytesOnDisk: Bytes;
  /** With one process, and with more where the pair can have them. */
  readonly processes: readonly ScaleProcesses[];
}

/** Everything that one run has found; the file in bench/results. */
export interface ScaleResult extends RunResult {
  /** How PostgreSQL was configured. */
  readonly postgresSettings: string;
  readonly pairs: readonly PairResult[];
  readonly minutes: number;
}
