/** Maximum duration of long work in one turn of the event loop, in ms, before other work runs. */
const LONG_MS = 3;

/** When the long work of this turn began; undefined before any. */
let began: number | undefined;

/** Starts a new turn. */
export function beginTurn(): void {
  began = undefined;
}

/** Whether the long work of this turn, of all tasks together, has reached its limit. */
export function isTurnOver(): boolean {
  const now = performance.now();
  if (began === undefined) {
    began = now;
    setImmediate(beginTurn);
  }
  return now - began >= LONG_MS;
}
