import type { ColophonIngest } from './load-colophon.ts';
import type { Machine } from './machine.ts';
import type { OpenSearchReference } from './opensearch-node.ts';

/** Times of one question on one system, over all rounds. */
export interface QuestionTimes {
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Answered requests per second with several clients. */
  readonly perSecond: number;
  /** How far the rounds lie apart. */
  readonly p50MsByRound: readonly number[];
}

/** One question on all systems. */
export interface QuestionResult {
  readonly name: string;
  readonly colophon: QuestionTimes;
  readonly opensearch?: QuestionTimes;
  /** With the cache of requests on. */
  readonly opensearchCached?: QuestionTimes;
  /** A server in Node that answers as many bytes and does nothing else; absent in older results. */
  readonly floor?: QuestionTimes;
}

/** How fast a server is there, medians. */
export interface StartTimes {
  /** Until the server says that it is ready, ms. */
  readonly readyMs: number;
  /** Until the first facet is answered, ms from the start of the process. */
  readonly firstAnswerMs: number;
  readonly residentMiB?: number;
}

/** What every file in bench/results begins with. */
export interface RunResult {
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly commit: string;
  readonly entities: number;
  readonly machine: Machine;
  /** Where answers to the same questions differ; empty when all agree. */
  readonly differences: readonly string[];
}

/** Everything that one run has found; the file in bench/results. */
export interface BenchResult extends RunResult {
  /** As `machine.idle`, after the questions, with both systems suspended. */
  readonly idleAfterQuestions: number;
  readonly method: {
    readonly rounds: number;
    readonly timedRequestsPerRound: number;
    readonly throughputSecondsPerRound: number;
    readonly clients: number;
  };
  readonly questions: readonly QuestionResult[];
  readonly ingest: {
    readonly colophon: ColophonIngest;
    readonly opensearchEntitiesPerSecond?: number;
    readonly bareSqliteEntitiesPerSecond: number;
  };
  readonly starts: {
    readonly empty: StartTimes;
    readonly restart: StartTimes;
    readonly afterKill: StartTimes;
  };
  readonly residentMiB: {
    readonly colophonAfterLoad?: number;
    readonly colophonAfterQuestions?: number;
    readonly opensearchAfterQuestions?: number;
  };
  /** What the reference script measured by itself before the rounds. */
  readonly reference?: OpenSearchReference;
}
