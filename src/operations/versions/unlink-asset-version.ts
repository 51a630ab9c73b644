import * as v from 'valibot';
import { CatalogError } from '../../errors.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { MOST_VERSIONS, VERSIONS, unlinkProposals } from '../../model/version-set.ts';
import type { KnownVersion } from '../../model/version-set.ts';
import { equalTo, findEntities } from '../find-entities.ts';
import { defineOperation } from '../operation.ts';
import { readAspect } from '../stored.ts';
import type { Work } from '../work.ts';

/**
 * Removes an asset from a set of versions. The version before a removed latest becomes latest; the last one clears the
 * set.
 */
export const unlinkAssetVersion = defineOperation({
  name: 'unlinkAssetVersion',
  effect: 'write',
  input: (types) => v.object({ set: types.entityOf('versionSet'), asset: types.entity() }),
  needs: { on: ({ asset }) => asset, anyOf: ['EDIT_ENTITY'] },
  run: async ({ set, asset }, work) => {
    const stored = await readAspect(asset.urn, VERSIONS.ofAsset, work);
    if (stored?.['versionSet'] !== set.urn) {
      throw new CatalogError(
        'NOT_FOUND',
        `${asset.urn} is not a version of ${set.urn}. Nothing was changed.`,
      );
    }
    const wasNewest = (await readAspect(set.urn, VERSIONS.ofSet, work))?.['latest'] === asset.urn;
    const others = wasNewest ? await otherVersions(set, asset, work) : [];
    await work.ingest(unlinkProposals({ set: set.urn, asset: asset.urn }, wasNewest, others));
    return set;
  },
});

async function otherVersions(
  set: EntityReference,
  asset: EntityReference,
  work: Work,
): Promise<readonly KnownVersion[]> {
  const { entities } = await findEntities(
    {
      entityTypes: [asset.entityType],
      filter: [[equalTo('versionSet', set.urn)]],
      count: MOST_VERSIONS,
      includeSoftDeleted: true,
    },
    work,
  );
  const urns = entities.map(({ urn }) => urn).filter((urn) => urn !== asset.urn);
  const found = await work.catalog.getEntities(urns, [VERSIONS.ofAsset]);
  return urns.map((urn) => ({ urn, properties: found.get(urn)?.get(VERSIONS.ofAsset)?.value ?? {} }));
}
