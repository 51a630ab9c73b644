import { CatalogError } from '../../errors.ts';
import { counted } from '../output.ts';

/** Collects all problems of a definition file, so that they can be corrected at once. */
export class DefinitionProblems {
  readonly #file: string;
  readonly #lines: string[] = [];
  readonly #definitions = new Set<number>();

  constructor(file: string) {
    this.#file = file;
  }

  get count(): number {
    return this.#lines.length;
  }

  /** Adds a problem of one definition; `index` counts from 1. */
  add(index: number, id: string | undefined, line: number, problem: string): void {
    this.#definitions.add(index);
    this.#lines.push(`line ${line}, definition ${index}${id === undefined ? '' : ` (${id})`}: ${problem}`);
  }

  /** Throws INVALID_REQUEST with all problems, one per line, if there are any. */
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
