/** Maximum failures of one request that are collected and reported: the texts of all could exhaust the memory. */
export const MOST_FAILURES = 50;

const MORE = `Only the first ${MOST_FAILURES} failures are reported: correct them, then send the request again`;

/** The first failures of a request. Once `hasMore`, the rest of the request need not be checked. */
export class Failures<Failure> {
  readonly #first: Failure[] = [];
  #hasMore = false;

  /** At most 50, in the order in which they were found. */
  get first(): readonly Failure[] {
    return this.#first;
  }

  /** Whether there are more failures than are kept, so that checking can stop. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  add(failure: Failure): void {
    if (this.#first.length < MOST_FAILURES) this.#first.push(failure);
    else this.#hasMore = true;
  }

  /** Adds failures until there are more than are kept, then stops reading the iterable. */
  addAll(failures: Iterable<Failure>): void {
    for (const failure of failures) {
      this.add(failure);
      if (this.#hasMore) return;
    }
  }

  /** The failures as one text, each once. */
  text(textOf: (failure: Failure) => string): string {
    const texts = new Set(this.#first.map(textOf));
    return [...texts, ...(this.#hasMore ? [MORE] : [])].join('; ');
  }
}

/** The first failures of one change: up to one more than are reported, which shows that there are more. */
export function firstFailures<Failure>(failures: Iterable<Failure | undefined>): readonly Failure[] {
  const first: Failure[] = [];
  for (const failure of failures) {
    if (failure !== undefined) first.push(failure);
    if (first.length > MOST_FAILURES) break;
  }
  return first;
}
