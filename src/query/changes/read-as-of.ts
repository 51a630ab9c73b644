import { GoneError } from '../../errors.ts';
import type { EntityAspects } from '../../model/aspect.ts';
import { withoutSecrets } from '../../model/aspects/secret-aspects.ts';
import type { Scope } from '../../model/scope.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import type { ChangeReader, LogPosition } from '../../store/change-reader.ts';
import { cursorOf } from './cursor.ts';

/** An entity as it was at a moment. */
export interface EntityAsOf {
  /** The commit of the moment, and its cursor. */
  readonly sequence: Sequence;
  readonly cursor: string;
  /** The aspects that the caller may see now; empty: the entity did not exist, or the caller may not see it. */
  readonly aspects: EntityAspects;
}

/** Dependencies of {@link readAsOf}. */
export interface AsOfParts {
  readonly changes: ChangeReader;
  /** How long deletions are kept, in ms. */
  readonly keepDeletionsForMs: number;
  /** Epoch ms. */
  readonly now: () => number;
}

/** The error for positions and versions that are no longer kept; `reason`: a sentence. */
export async function goneError(changes: ChangeReader, reason: string): Promise<GoneError> {
  return new GoneError(reason, cursorOf(await changes.oldest()));
}

/**
 * Reads an entity as it was after the commit of a position. Throws GONE (GoneError) when not all later deletions are kept,
 * or a version of that time is not.
 */
export async function readAsOf(
  { changes, keepDeletionsForMs, now }: AsOfParts,
  at: LogPosition,
  urn: Urn,
  seesDeleted: (urn: Urn) => boolean,
  scope: Scope,
): Promise<EntityAsOf> {
  const next = await changes.timeAfter(at);
  if (next !== undefined && next < now() - keepDeletionsForMs) {
    throw await goneError(
      changes,
      'Deletions since that moment are no longer kept (option deletions.keepFor).',
    );
  }
  const { aspects, notKept } = await changes.asOf(urn, at.sequence, seesDeleted, scope);
  if (notKept.size > 0) {
    throw await goneError(
      changes,
      `The history of ${urn} does not go back to that moment: no version that old is kept of ${[...notKept].sort().join(', ')}.`,
    );
  }
  return { sequence: at.sequence, cursor: cursorOf(at), aspects: withoutSecrets(aspects) };
}
