import { CatalogError } from '../errors.ts';
import { because } from '../refusals.ts';
import type { Sequence } from '../model/sequence.ts';
import type { CurrentState } from '../store/metadata-store.ts';
import type { Urn } from '../model/urn.ts';

/** CONFLICT: something was committed between reading and writing. Reading again and retrying may succeed. */
export class ChangedSinceError extends CatalogError {
  constructor(since: Sequence) {
    super(
      'CONFLICT',
      `The catalog has changed since sequence ${since}. Try again.`,
      because('CHANGED_SINCE'),
    );
  }
}

/** Makes a decision throw ChangedSinceError unless its commit directly follows `since`. Undefined disables the check. */
export function unlessChanged<T>(
  since: Sequence | undefined,
  decide: (state: CurrentState, sequence: Sequence) => T,
): typeof decide {
  if (since === undefined) return decide;
  return (state, sequence) => {
    if (sequence !== since + 1) throw new ChangedSinceError(since);
    return decide(state, sequence);
  };
}

/** CONFLICT: an entity was created or deleted between the rights check and the write. Retrying may succeed. */
export class ExistenceChangedError extends CatalogError {
  /** Entities of the write that exist now, including ones that no reader sees yet. */
  readonly existing: ReadonlySet<Urn>;

  constructor(changed: Urn, existing: ReadonlySet<Urn>) {
    super('CONFLICT', `${changed} was created or deleted concurrently. Try again.`, because('CATALOG_BUSY'));
    this.existing = existing;
  }
}

/** Throws ExistenceChangedError unless exactly `existed` of `urns` exist. Undefined disables the check. */
export function requireSameExistence(
  urns: Iterable<Urn>,
  existed: ReadonlySet<Urn> | undefined,
  state: Pick<CurrentState, 'entity'>,
): void {
  if (existed === undefined) return;
  const all = new Set(urns);
  const existing = new Set([...all].filter((urn) => state.entity(urn) !== undefined));
  const [changed] = all.intersection(existing.symmetricDifference(existed));
  if (changed !== undefined) throw new ExistenceChangedError(changed, existing);
}
