import { CatalogError } from '../errors.ts';
import type { AspectKey } from '../model/aspect.ts';
import type { Urn } from '../model/urn.ts';
import { listOf } from '../util/list-text.ts';
import type { JoinedSet } from './version-sets.ts';
import { because } from '../refusals.ts';

/** A derived write to an entity that the batch itself does not write. */
export interface OtherWrite extends AspectKey {
  /** Whether the entity exists before the batch; otherwise the write creates it. */
  readonly exists: boolean;
}

/**
 * Something that a batch changes besides the entities it names. Known only once the batch is decided; the writer
 * needs rights on it.
 */
export type Affected =
  /** A version set to which a version is added. */
  | (JoinedSet & { readonly kind: 'set' })
  /** An asset that is added to a data product, changed in it or removed from it. */
  | { readonly kind: 'member'; readonly asset: Urn }
  | (OtherWrite & { readonly kind: 'other' });

/** A writer's rights on what a batch affects. Judged on demand, so some may not be known yet. */
export interface AffectedRights {
  /** Undefined: not judged, or judged in another state. */
  isAllowed(affected: Affected): boolean | undefined;
  /**
   * Judges the rights on these. Throws FORBIDDEN for a set or member that the writer may not change; a forbidden
   * write to another entity is left out instead. Returns whether some of the entities were judged for the first time.
   */
  judge(affected: readonly Affected[]): Promise<boolean>;
}

/** Rights of changes without a writer to judge: on other entities, only earlier derived values are removed. */
export const NOTHING_FOLLOWS: AffectedRights = {
  isAllowed: ({ kind }) => kind !== 'other',
  judge: () => Promise.resolve(false),
};

/** CONFLICT: the writer's rights on something that the batch affects were not judged. Judge them and retry. */
export class UnjudgedError extends CatalogError {
  readonly affected: readonly Affected[];

  constructor(affected: readonly Affected[]) {
    const named = listOf([...new Set(affected.map(affectedEntity))], (urn) => urn);
    super(
      'CONFLICT',
      `What the change affects was changed concurrently: ${named}. Try again.`,
      because('CATALOG_BUSY'),
    );
    this.affected = affected;
  }
}

/** Collects what one decision affects. */
export class AffectedByDecision {
  readonly #rights: AffectedRights | undefined;
  readonly #unjudged = new Map<string, Affected>();

  /** `rights`: undefined for a writer who may write everything. */
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

/** Commits a decision. If it affects something not judged yet, judges that and commits again. */
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

/** The affected entity. */
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

/** Key of what is affected, including its state. */
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
