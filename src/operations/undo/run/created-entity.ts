import { writerOf } from '../../../change/rollback/run-of.ts';
import type { EntityAspects } from '../../../model/aspect.ts';
import type { EditFailure } from '../../../model/bulk-edit.ts';
import type { ChangeEvent } from '../../../model/changes/change-event.ts';
import { isDerived } from '../../../model/aspects/server-aspects.ts';
import { deletionOf, upsertOf } from '../../../model/proposal-builders.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { entityTypeOf, type Urn } from '../../../model/urn.ts';
import type { ProtectedWork } from '../../work.ts';
import { changedSince, conditionOf, textsOf, type Reversal } from './reversal.ts';
import { because } from '../../../refusals.ts';

/** Changes of one entity by a run, and its current aspects. */
export interface ChangedEntity {
  readonly urn: Urn;
  readonly changed: readonly ChangeEvent[];
  /** Undefined: it does not exist, or the caller may not see it. */
  readonly aspects: EntityAspects | undefined;
  readonly runId: string;
}

/**
 * The reversal of the creation of an entity: its soft deletion, which can be undone, too, or its hard deletion if its
 * type has no soft deletion. An entity that others wrote to later is kept as a whole. Undefined if the run did not
 * create it; empty if the changes are not the last ones of the run.
 */
export function createdEntity(
  { aspects, changed, runId, urn }: ChangedEntity,
  { scope, settings }: Pick<ProtectedWork, 'scope' | 'settings'>,
): readonly (Reversal | EditFailure)[] | undefined {
  const spec = settings.registry.findEntity(entityTypeOf(urn));
  const key = spec && aspects?.get(spec.keyAspect.name);
  if (spec === undefined || aspects === undefined || key?.systemMetadata.runId !== runId) return undefined;
  const stored = [...aspects.values()].filter(({ sequence }) => sequence > 0);
  const own = stored.filter(({ systemMetadata }) => systemMetadata.runId === runId);
  const last = own
    .filter((one) => writerOf(one.systemMetadata) === runId)
    .reduce((latest, one) => Math.max(latest, one.sequence), -Infinity);
  if (!changed.some(({ sequence }) => sequence === last)) return [];
  // A caller who may see only some of the values must not learn who wrote them; a soft deletion keeps them.
  const unattributed = scope.seesEveryProperty ? [] : [STRUCTURED_PROPERTY.assignmentAspect];
  const others = stored.filter(
    (one) => !own.includes(one) && !isDerived(one) && !['status', ...unattributed].includes(one.aspectName),
  );
  const [other] = others.toSorted((a, b) => b.created.time - a.created.time);
  if (other !== undefined) {
    const names = others.map(({ aspectName }) => aspectName).join(', ');
    return [
      {
        urn,
        code: 'CONFLICT',
        ...because('CHANGED_SINCE'),
        message: `The run created it, but it is kept as a whole: ${changedSince(other)} (${names}).`,
      },
    ];
  }
  const status = aspects.get('status');
  if (status?.value['removed'] === true) return [{ urn, proposals: [], cells: [] }];
  if (!spec.aspects.has('status')) {
    const { aspectName } = key;
    const cell = { field: aspectName, before: textsOf(key), after: [] };
    return [{ urn, proposals: [deletionOf(urn, aspectName)], cells: [cell] }];
  }
  const value = { removed: true };
  const cell = { field: 'status', before: textsOf(status), after: [JSON.stringify(value)] };
  const deletion = { ...upsertOf(urn, 'status', value), condition: conditionOf(status) };
  return [{ urn, proposals: [deletion], cells: [cell] }];
}
