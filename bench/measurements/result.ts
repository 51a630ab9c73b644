import type { ColophonIngest } from './load-colophon.ts';
import type { Machine } from './machine.ts';
import type { OpenSearchReference } from '../systems/opensearch-node.ts';

/** Figures of one query on one system, over all rounds. */
export interface QuestionTimes {
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Answered requests per second with several clients. */
  readonly perSecond: number;
  /** Spread between the rounds. */
  readonly p50MsByRound: readonly number[];
}

/** One query on all systems. */
export interface QuestionResult {
  readonly name: string;
  readonly colophon: QuestionTimes;
  readonly opensearch?: QuestionTimes;
  /** With the request cache on. */
  readonly opensearchCached?: QuestionTimes;
  /** A Node server that answers as many bytes and does nothing else; absent in older results. */
  readonly floor?: QuestionTimes;
}

/** Start times of a server, medians. */
export interface StartTimes {
  /** From process start to the ready line, ms. */
  readonly readyMs: number;
  /** From process start to the answer of the first facet, ms. */
  readonly firstAnswerMs: number;
  readonly residentMiB?: number;
}

/** Common header of the files in bench/results. */
export interface RunResult {
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly commit: string;
  readonly entities: number;
  readonly machine: Machine;
  /** Differences between answers to the same query; empty if all agree. */
  readonly differences: readonly string[];
}

/** Results of one run; the file in bench/results. */
export interface BenchResult extends RunResult {
  /** Idle share of CPU time after the queries, with both systems suspended. */
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
  /** Figures of the reference script, measured before the rounds. */
  readonly reference?: OpenSearchReference;
}
