import { CatalogError, type Problem } from '../../../errors.ts';
import type { Refusal } from '../../../refusals.ts';
import { MOST_FAILURES } from '../../../model/failures.ts';

/** Collects the problems of a definition file, so that they can be corrected at once. */
export class DefinitionProblems {
  readonly #file: string;
  readonly #problems: Problem[] = [];
  #count = 0;

  /** `file`: name of the text in messages. */
  constructor(file: string) {
    this.#file = file;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds a problem of one definition; `index` counts from 1. The first 50 are kept. */
  add(
    index: number,
    id: string | undefined,
    line: number,
    problem: string,
    refusal: Refusal,
    field?: string,
  ): void {
    if (++this.#count > MOST_FAILURES) return;
    const message = `definition ${index}${id === undefined ? '' : ` (${id})`}: ${problem}`;
    this.#problems.push({ code: 'INVALID_REQUEST', message, ...refusal, index: index - 1, field, line });
  }

  /** Throws INVALID_REQUEST with the problems, if there are any; its message has the first one. */
  throwIfAny(): void {
    const problems = this.#problems;
    const [first] = problems;
    if (first === undefined) return;
    const others = this.#count === 1 ? '' : ` It has ${this.#count} problems.`;
    throw new CatalogError(
      'INVALID_REQUEST',
      `Nothing was written. ${this.#file}, line ${first.line ?? 1}, ${first.message}${others}`,
      { problems },
    );
  }
}
