import type { EntityAspects } from '../../model/aspect.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Scope } from '../../model/scope.ts';
import type { Urn } from '../../model/urn.ts';
import { ReadSize } from '../../store/read-limit.ts';
import { withDerived } from '../get-entities.ts';
import type { ChangeQuery } from './change-query.ts';

/** Entities to read as they were at a moment; `aspectNames` undefined: all aspects. */
export interface EntitiesAsOfRequest {
  readonly urns: readonly Urn[];
  readonly aspectNames: readonly string[] | undefined;
  /** A cursor. */
  readonly moment: string;
}

/**
 * Entities as they were, with the aspects derived from the urn, which get the stamps of the oldest stored aspect. Entities
 * that did not exist, or that the scope hides, are not in the map. Throws as `ChangeQuery.asOf`, and TOO_LARGE beyond
 * `readSize` characters.
 */
export async function entitiesAsOf(
  { aspectNames, moment, urns }: EntitiesAsOfRequest,
  {
    changes,
    readSize,
    registry,
  }: {
    readonly changes: Pick<ChangeQuery, 'asOf'>;
    readonly readSize: number;
    readonly registry: EntityRegistry;
  },
  scope: Scope,
): Promise<ReadonlyMap<Urn, EntityAspects>> {
  const found = new Map<Urn, EntityAspects>();
  const size = new ReadSize(readSize);
  for (const urn of new Set(urns)) {
    const { aspects } = await changes.asOf({ urn, moment, parameter: 'asOf' }, scope);
    const [oldest] = [...aspects.values()].sort((a, b) => a.created.time - b.created.time);
    if (oldest === undefined) continue;
    const { created, systemMetadata } = oldest;
    const wanted = [...aspects].filter(([name]) => aspectNames?.includes(name) ?? true);
    for (const [, { text }] of wanted) size.addOrThrow(text, found.size);
    await size.turn();
    found.set(urn, withDerived({ urn, created, systemMetadata }, new Map(wanted), aspectNames, registry));
  }
  return found;
}
