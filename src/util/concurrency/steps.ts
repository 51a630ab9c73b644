import { throwIfCancelled } from './cancellation.ts';
import { nextTurn } from './next-turn.ts';
import { isTurnOver } from './turn-clock.ts';

/** Long work in short steps, between which other work may run. */
export type Steps<T> = Generator<undefined, T>;

/** Runs all steps in this turn of the event loop. */
export function atOnce<T>(steps: Steps<T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** Runs the steps; other work runs in between once a turn was long. */
export async function inSteps<T>(steps: Steps<T>): Promise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (isTurnOver()) await nextTurn();
  }
}

/** Runs the steps of work for a single request: starts none once it is cancelled, and rejects with the reason. */
export async function inStepsOfRead<T>(steps: Steps<T>): Promise<T> {
  throwIfCancelled();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (isTurnOver()) await nextTurn();
    throwIfCancelled();
  }
}
