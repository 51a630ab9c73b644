import { CatalogError } from '../errors.ts';
import type { AspectKey } from '../model/aspect.ts';
import type { Urn } from '../model/urn.ts';
import { listOf } from '../util/list-text.ts';
import type { JoinedSet } from './version-sets.ts';

/** A write to an entity that the batch does not write to, which follows from the batch. */
export interface OtherWrite extends AspectKey {
  /** Whether the entity exists before the batch; otherwise the write creates it. */
  readonly exists: boolean;
}

/** What a batch changes besides the entities that it names. Its writer needs rights on it, and only the decision knows it. */
export type Affected =
  /** A version set that gets another version. */
  | (JoinedSet & { readonly kind: 'set' })
  /** An asset that is put into a data product, changed in it or taken out. */
  | { readonly kind: 'member'; readonly asset: Urn }
  | (OtherWrite & { readonly kind: 'other' });

/** A writer's rights on what its batch affects. They are judged on demand, so some may not be known yet. */
export interface AffectedRights {
  /** Undefined: not judged, or it was in another state then. */
  isAllowed(affected: Affected): boolean | undefined;
  /**
   * Judges these. Throws FORBIDDEN for a set or member that the writer may not change; a write to another entity is left out
   * instead. Returns whether some of the entities were judged for the first time.
   */
  judge(affected: readonly Affected[]): Promise<boolean>;
}

/** For changes without a writer whose rights could be judged: nothing follows for other entities but what is taken back. */
export const NOTHING_FOLLOWS: AffectedRights = {
  isAllowed: ({ kind }) => kind !== 'other',
  judge: () => Promise.resolve(false),
};

/** CONFLICT: the writer's rights on something that the batch affects were not judged. Judging it and a retry help. */
export class UnjudgedError extends CatalogError {
  readonly affected: readonly Affected[];

  constructor(affected: readonly Affected[]) {
    const named = listOf([...new Set(affected.map(affectedEntity))], (urn) => urn);
    super('CONFLICT', `What the change affects was changed concurrently: ${named}. Try again.`);
    this.affected = affected;
  }
}

/** Collects what one decision affects. */
export class AffectedByDecision {
  readonly #rights: AffectedRights | undefined;
  readonly #unjudged = new Map<string, Affected>();

  /** `rights`: absent for a writer who may write everything. */
  constructor(rights: AffectedRights | undefined) {
    this.#rights = rights;
  }

  /** Whether the writer may affect it; false while that was not judged. */
  allows(affected: Affected): boolean {
    if (this.#rights === undefined) return true;
    const isAllowed = this.#rights.isAllowed(affected);
    if (isAllowed === undefined) this.#unjudged.set(affectedKey(affected), affected);
    return isAllowed === true;
  }

  /** Throws UnjudgedError if `allows` was asked for something that was not judged. */
  requireJudged(): void {
    if (this.#unjudged.size > 0) throw new UnjudgedError([...this.#unjudged.values()]);
  }
}

/** Attempts that find nothing new to judge, because of concurrent writes, before giving up. */
const ATTEMPTS = 20;

/** Commits; each time that the decision affects something that was not judged, judges it and commits again. */
export async function commitJudged<T>(
  rights: AffectedRights | undefined,
  commit: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ;) {
    try {
      return await commit();
    } catch (error) {
      if (!(error instanceof UnjudgedError) || rights === undefined || attempt === ATTEMPTS) throw error;
      if (!(await rights.judge(error.affected))) attempt++;
    }
  }
}

/** The entity that is affected. */
export function affectedEntity(affected: Affected): Urn {
  switch (affected.kind) {
    case 'set':
      return affected.set;
    case 'member':
      return affected.asset;
    case 'other':
      return affected.urn;
  }
}

/** Identifies what is affected, in its state. */
export function affectedKey(affected: Affected): string {
  switch (affected.kind) {
    case 'set':
      return `set ${affected.exists} ${affected.set} ${affected.latest ?? ''}`;
    case 'member':
      return `member ${affected.asset}`;
    case 'other':
      return `other ${affected.exists} ${affected.aspectName} ${affected.urn}`;
  }
}
