import { CatalogError } from '../../errors.ts';
import {
  MOST_VERSIONS,
  VERSIONS,
  linkProposals,
  requireUnlinked,
  unlinkProposals,
} from '../../model/version-set.ts';
import type { KnownVersion, NewVersion } from '../../model/version-set.ts';
import { entityTypeOf } from '../../model/urn.ts';
import type { Urn } from '../../model/urn.ts';
import type { IngestResult } from '../entities/ingest-proposals.ts';
import { equalTo, findEntities } from '../search/find-entities.ts';
import { stampNow } from '../stamp-now.ts';
import { readAspect } from '../stored.ts';
import type { Work } from '../work.ts';

/** A version to link. `source`: its creation in the source system, by the caller unless an actor is given. */
export interface LinkedVersion extends Pick<NewVersion, 'set' | 'asset' | 'version' | 'comment'> {
  readonly source?: { readonly time: number; readonly actor?: Urn | undefined } | undefined;
}

/** Makes an existing asset the latest version of the set. Throws INVALID_REQUEST when it is a version already. */
export async function addVersion({ source, ...link }: LinkedVersion, work: Work): Promise<IngestResult> {
  requireUnlinked(link.asset, await readAspect(link.asset, VERSIONS.ofAsset, work));
  const latest = work.references.find((await readAspect(link.set, VERSIONS.ofSet, work))?.['latest']);
  const properties = latest && (await readAspect(latest.urn, VERSIONS.ofAsset, work));
  const stamp = stampNow(work);
  const proposals = linkProposals(
    { ...link, stamp, ...(source && { source: { time: source.time, actor: source.actor ?? stamp.actor } }) },
    latest && properties && { urn: latest.urn, properties },
  );
  return work.writes.ingest(proposals);
}

/** Removes a version from its set. Returns the entities that lost an aspect. Throws NOT_FOUND when it is none. */
export async function removeVersion(
  { set, asset }: Pick<NewVersion, 'set' | 'asset'>,
  work: Work,
): Promise<readonly Urn[]> {
  if ((await readAspect(asset, VERSIONS.ofAsset, work))?.['versionSet'] !== set) {
    throw new CatalogError('NOT_FOUND', `${asset} is not a version of ${set}. Nothing was changed.`);
  }
  const wasNewest = (await readAspect(set, VERSIONS.ofSet, work))?.['latest'] === asset;
  const others = wasNewest ? await otherVersions(set, asset, work) : [];
  const proposals = unlinkProposals({ set, asset }, wasNewest, others);
  await work.ingest(proposals);
  return proposals.flatMap(({ urn, changeType }) => (changeType === 'DELETE' ? [urn] : []));
}

async function otherVersions(set: Urn, asset: Urn, work: Work): Promise<readonly KnownVersion[]> {
  const { entities } = await findEntities(
    {
      entityTypes: [entityTypeOf(asset)],
      filter: [[equalTo('versionSet', set)]],
      count: MOST_VERSIONS,
      includeSoftDeleted: true,
    },
    work,
  );
  const urns = entities.map(({ urn }) => urn).filter((urn) => urn !== asset);
  const found = await work.query.getEntities(urns, [VERSIONS.ofAsset], work.scope);
  return urns.map((urn) => ({ urn, properties: found.get(urn)?.get(VERSIONS.ofAsset)?.value ?? {} }));
}
