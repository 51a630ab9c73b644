import type { UpdateSwitches } from '../model/system-update-request.ts';
import type { JsonObject } from '../util/json.ts';

/**
 * Whether a step has to run (`needed`), will have to once property values have been removed (`waiting`), may be asked
 * for by name (`possible`), or has nothing it could do (`impossible`); with a sentence for people.
 */
export interface StepNeed {
  readonly verdict: 'needed' | 'waiting' | 'possible' | 'impossible';
  readonly reason: string;
}

/** What a running step is handed. */
export interface StepControl {
  /** Says how far it has come, in entities. */
  readonly tell: (done: number, total: number) => void;
  /** Aborted when the process ends: the step gives up what is half done and rejects. */
  readonly signal: AbortSignal;
}

/**
 * One part of a system update. Running one again after it was cut short at any moment completes it, and running it
 * again after that changes nothing.
 */
export interface UpdateStep {
  readonly id: string;
  /** Requests are answered only when it is done; the others run in the background. */
  readonly isBlocking: boolean;
  need(switches: UpdateSwitches): Promise<StepNeed>;
  /** Answers what it did: numbers, texts and lists. */
  run(control: StepControl): Promise<JsonObject>;
}
