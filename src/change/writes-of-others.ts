import { CatalogError } from '../errors.ts';
import type { AspectKey } from '../model/aspect.ts';
import { listOf } from '../util/list-text.ts';

/** A write to an entity that the writer does not write to, which follows from a write of another one. */
export interface OtherWrite extends AspectKey {
  /** Whether the entity exists before the batch; otherwise the write creates it. */
  readonly exists: boolean;
}

/** CONFLICT: the writer's rights on other entities were not checked, or these were created or deleted since. Check and retry. */
export class OthersUncheckedError extends CatalogError {
  readonly others: readonly OtherWrite[];

  constructor(others: readonly OtherWrite[]) {
    const named = listOf(others, ({ urn }) => urn);
    super('CONFLICT', `What follows for other entities was changed concurrently: ${named}. Try again.`);
    this.others = others;
  }
}

/** Which writes to other entities the writer may make. */
export interface OtherWriteChecks {
  /** Undefined if it was not checked. */
  isAllowed(write: OtherWrite): boolean | undefined;
}

/** The writes to other entities that were checked so far. */
export class CheckedOtherWrites implements OtherWriteChecks {
  readonly #allowed = new Map<string, boolean>();

  note(write: OtherWrite, isAllowed: boolean): void {
    this.#allowed.set(keyOf(write), isAllowed);
  }

  isAllowed(write: OtherWrite): boolean | undefined {
    return this.#allowed.get(keyOf(write));
  }
}

/** For changes without a writer whose rights could be checked: nothing follows for other entities but what is taken back. */
export const NO_OTHER_WRITES: OtherWriteChecks = { isAllowed: () => false };

/** Answers which other entities one decision may write to, and collects what was not checked. */
export class RightsOnOthers {
  readonly #checked: OtherWriteChecks | undefined;
  readonly #unchecked = new Map<string, OtherWrite>();

  /** `checked`: absent for a writer who may write everything. */
  constructor(checked: OtherWriteChecks | undefined) {
    this.#checked = checked;
  }

  allow(write: OtherWrite): boolean {
    if (this.#checked === undefined) return true;
    const isAllowed = this.#checked.isAllowed(write);
    if (isAllowed === undefined) this.#unchecked.set(keyOf(write), write);
    return isAllowed === true;
  }

  /** Throws OthersUncheckedError if `allow` was asked for a write that was not checked. */
  requireChecked(): void {
    if (this.#unchecked.size > 0) throw new OthersUncheckedError([...this.#unchecked.values()]);
  }
}

function keyOf({ aspectName, exists, urn }: OtherWrite): string {
  return `${exists} ${aspectName} ${urn}`;
}
