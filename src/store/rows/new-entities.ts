import type { Urn } from '../../model/urn.ts';
import type { AspectRow, EntityRow, EntityRows } from '../entity-rows.ts';
import type { Commit, RowWrite } from '../metadata-store.ts';

/** The created entities of a commit, as members of {@link Commit}. */
export function entitiesCreatedBy(
  writes: readonly RowWrite[],
): Required<Pick<Commit, 'createdUrns' | 'newEntities'>> {
  return { createdUrns: createdUrns(writes), newEntities: newEntities(writes) };
}

/** Urns of the entities that the writes of one commit create, and do not delete again. */
function createdUrns(writes: readonly RowWrite[]): readonly Urn[] {
  const created = new Set<Urn>();
  for (const write of writes) {
    if (write.kind === 'createEntity') created.add(write.entity.urn);
    else if (write.kind === 'deleteEntity') created.delete(write.urn);
  }
  return [...created];
}

/** Entities that the writes of one commit create, each with all its rows. */
export function newEntities(writes: readonly RowWrite[]): ReadonlyMap<Urn, EntityRows> {
  const found = new Map<Urn, { readonly entity: EntityRow; readonly rows: Map<string, AspectRow> }>();
  for (const write of writes) {
    switch (write.kind) {
      case 'createEntity':
        found.set(write.entity.urn, { entity: write.entity, rows: new Map() });
        break;
      case 'putAspect':
        found.get(write.row.aspect.urn)?.rows.set(write.row.aspect.aspectName, write.row);
        break;
      case 'deleteAspect':
        found.get(write.urn)?.rows.delete(write.aspectName);
        break;
      case 'revertAspect':
        found.delete(write.row.aspect.urn);
        break;
      default:
        // The result of such a write (touch, delete) is known only to the store, so the entity must be read from there.
        if ('urn' in write) found.delete(write.urn);
    }
  }
  return found;
}
