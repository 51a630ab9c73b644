import { CatalogError } from '../../errors.ts';
import { counted } from '../output.ts';

/** Everything that is wrong in a file of definitions, so that a person can repair all of it at once. */
export class DefinitionProblems {
  readonly #file: string;
  readonly #lines: string[] = [];
  readonly #definitions = new Set<number>();

  constructor(file: string) {
    this.#file = file;
  }

  /** How many problems there are so far. */
  get count(): number {
    return this.#lines.length;
  }

  /** Notes a problem of one definition; `index` counts from 1. */
  add(index: number, id: string | undefined, line: number, problem: string): void {
    this.#definitions.add(index);
    this.#lines.push(`line ${line}, definition ${index}${id === undefined ? '' : ` (${id})`}: ${problem}`);
  }

  /** Throws INVALID_REQUEST with every problem, one on each line, if there is any. */
  throwIfAny(): void {
    const [only] = this.#lines;
    if (only === undefined) return;
    const text =
      this.#lines.length === 1
        ? only
        : `${counted(this.#definitions.size, 'definition')} cannot be used:\n  ${this.#lines.join('\n  ')}`;
    throw new CatalogError('INVALID_REQUEST', `Nothing was written. ${this.#file}, ${text}`);
  }
}
