import { CatalogError } from '../../errors.ts';
import { EVERYTHING } from '../../model/scope.ts';
import { VERSIONS, linkProposal, requireUnlinked, type NewVersion } from '../../model/version-set.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import type { IngestResult } from '../entities/ingest-proposals.ts';
import { equalTo, findEntities } from '../search/find-entities.ts';
import { stampNow } from '../stamp-now.ts';
import { readAspect } from '../stored.ts';
import type { Work } from '../work.ts';
import { retryIfOutdated } from '../write-if-unchanged.ts';

/** A version to link. `source`: its creation in the source system; default actor: the caller. */
export interface LinkedVersion extends Pick<NewVersion, 'set' | 'asset' | 'version' | 'comment'> {
  readonly source?: { readonly time: number; readonly actor?: Urn | undefined } | undefined;
}

/** Makes an existing asset the latest version of the set. Throws INVALID_REQUEST if it is already a version. */
export async function addVersion({ source, ...link }: LinkedVersion, work: Work): Promise<IngestResult> {
  requireUnlinked(link.asset, await readAspect(link.asset, VERSIONS.ofAsset, work));
  const stamp = stampNow(work);
  const created = source && { time: source.time, actor: source.actor ?? stamp.actor };
  return work.writes.ingest([linkProposal({ ...link, stamp, ...(created && { source: created }) })]);
}

/** Removes a version from its set. Throws NOT_FOUND if it is not a version of the set. */
export async function removeVersion(
  { set, asset }: Pick<NewVersion, 'set' | 'asset'>,
  work: Work,
): Promise<void> {
  if ((await readAspect(asset, VERSIONS.ofAsset, work))?.['versionSet'] !== set) {
    throw new CatalogError('NOT_FOUND', `${asset} is not a version of ${set}. Nothing was changed.`);
  }
  await retryIfOutdated(async () => {
    const unlinks = { successor: await greatestOther(set, asset, work) };
    await work.ingest([{ urn: asset, aspectName: VERSIONS.ofAsset, changeType: 'DELETE', unlinks }]);
  });
}

/**
 * The other version with the greatest sort id, even if hidden from the caller: the latest version is the same for
 * all.
 */
async function greatestOther(set: Urn, asset: Urn, { query }: Work): Promise<Urn | undefined> {
  const { entities } = await findEntities(
    {
      entityTypes: [entityTypeOf(asset)],
      filter: [[equalTo('versionSet', set)]],
      sort: [{ field: 'versionSortId', order: 'DESCENDING' }],
      count: 2,
      includeSoftDeleted: true,
      lifecycle: 'any',
    },
    { query, scope: EVERYTHING },
  );
  return entities.find(({ urn }) => urn !== asset)?.urn;
}
