/** Yields to the event loop once. Call it between slices of long synchronous work. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
