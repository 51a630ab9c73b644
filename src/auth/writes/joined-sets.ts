import { CatalogError } from '../../errors.ts';
import type { JoinedSet } from '../../change/version-sets.ts';
import type { WriteCheckParts } from './write.ts';

/**
 * Throws FORBIDDEN unless the actor may add versions to each set: by a right on the set or on its latest version, which
 * the new one replaces. The message is the same whether or not the set exists.
 */
export async function checkJoinedSets(
  joined: readonly JoinedSet[],
  { actor, authorizer }: Pick<WriteCheckParts, 'actor' | 'authorizer'>,
): Promise<void> {
  for (const { set, exists, latest } of joined) {
    const onSet = exists ? ['EDIT_ENTITY'] : ['CREATE_ENTITY', 'EDIT_ENTITY'];
    const decisions = [
      ...(await authorizer.decideOn(actor, onSet, [{ urn: set }])),
      ...(latest === undefined ? [] : await authorizer.decideOn(actor, ['EDIT_ENTITY'], [{ urn: latest }])),
    ];
    if (decisions.some(({ allowed }) => allowed)) continue;
    throw new CatalogError(
      'FORBIDDEN',
      `${actor.urn} is unauthorized to UPDATE entities: adding a version to ${set} needs EDIT_ENTITY on the set or on ` +
        'its latest version, or CREATE_ENTITY on a new set. Ask an administrator for a policy.',
    );
  }
}
