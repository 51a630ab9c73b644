/** Lets everything run that is waiting for the event loop: called between the slices of long work. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
