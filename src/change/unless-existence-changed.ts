import { CatalogError } from '../errors.ts';
import type { Urn } from '../model/urn.ts';
import type { CurrentState } from '../store/metadata-store.ts';

/** An entity came into being, or went, between looking at what a write may do and writing; looking again helps. */
export class ExistenceChangedError extends CatalogError {
  /** The entities of the write that exist, those among them that no reader sees yet. */
  readonly existing: ReadonlySet<Urn>;

  constructor(changed: Urn, existing: ReadonlySet<Urn>) {
    super('CONFLICT', `${changed} has been created or deleted by somebody else at this moment. Try again.`);
    this.existing = existing;
  }
}

/** Throws ExistenceChangedError unless of these entities those exist that did; `existed` undefined: none is looked at. */
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
