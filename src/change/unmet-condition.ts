import { CatalogError, type Problem } from '../errors.ts';
import type { AspectKey } from '../model/aspect.ts';

/** Why the condition of a conditional write does not hold. */
export interface UnmetCondition {
  /** What is wrong, without a full stop. */
  readonly problem: string;
  /** What to do, a sentence. */
  readonly remedy: string;
}

/** A proposal whose condition does not hold. */
export type RefusedWrite = AspectKey & UnmetCondition;

/** PRECONDITION: conditions of a batch do not hold; nothing else is wrong with it. */
export class UnmetConditionError extends CatalogError {
  readonly refused: readonly RefusedWrite[];

  constructor(message: string, refused: readonly RefusedWrite[], problems: readonly Problem[] = []) {
    super('PRECONDITION', message, { problems });
    this.refused = refused;
  }
}
