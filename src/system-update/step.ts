import type { UpdateSwitches } from '../model/maintenance/system-update-request.ts';
import type { JsonObject } from '../util/json.ts';

/** Kinds of reasons why a step runs or not. Reports have them; they are never renamed. */
export type StepCause =
  | 'UP_TO_DATE'
  | 'ON_REQUEST'
  | 'NOT_FOR_THIS_ENGINE'
  | 'SWITCHED_OFF'
  | 'REMOVALS_RUNNING'
  | 'STILL_USED'
  | 'DUE';

/**
 * Whether a step must run (`needed`), must run after the removal of property values (`waiting`), runs only on request
 * (`possible`), or cannot run (`impossible`). `reason`: a sentence for the report; `cause`: its kind.
 */
export interface StepNeed {
  readonly verdict: 'needed' | 'waiting' | 'possible' | 'impossible';
  readonly reason: string;
  readonly cause: StepCause;
}

/** Progress and cancellation of a running step. */
export interface StepControl {
  /** Reports progress, in entities. */
  readonly reportProgress: (done: number, total: number) => void;
  /** Aborted when the process ends. The step must then discard unfinished work and reject. */
  readonly signal: AbortSignal;
}

/** One step of a system update. Idempotent: rerunning completes a step that was interrupted at any point. */
export interface UpdateStep {
  readonly id: string;
  /** Blocking steps complete before requests are served; the others run in the background. */
  readonly isBlocking: boolean;
  /** Set if it converts data stored by earlier versions, so that a new catalog does not need it. */
  readonly isForStored?: true;
  need(switches: UpdateSwitches): Promise<StepNeed>;
  /** Runs the step; resolves with a summary of numbers, texts and lists. */
  run(control: StepControl): Promise<JsonObject>;
}
