import { CatalogError } from '../../../errors.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import {
  MOST_VERSIONS,
  VERSIONS,
  linkProposals,
  requireOfType,
  requireUnlinked,
  unlinkProposals,
} from '../../../model/version-set.ts';
import type { KnownVersion } from '../../../model/version-set.ts';
import { requireAssets } from '../../../operations/assets.ts';
import { equalTo, findEntities } from '../../../operations/find-entities.ts';
import { stampNow } from '../../../operations/stamp-now.ts';
import { readAspect } from '../../../operations/stored.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireEdit } from '../mutation-steps.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';

interface LinkInput {
  readonly versionSet: string;
  readonly linkedEntity: string;
  readonly version: string;
  readonly sourceTimestamp?: number | null;
  readonly sourceCreator?: string | null;
  readonly comment?: string | null;
}
interface UnlinkInput {
  readonly versionSet: string;
  readonly unlinkedEntity: string;
}

/** Mutations that link and unlink versions of assets. */
export const VERSION_MUTATIONS = {
  linkAssetVersion: (_root, { input }, context) => updating(input, () => link(input, context)),
  unlinkAssetVersion: (_root, { input }, context) => updating(input, () => unlink(input, context)),
} satisfies Partial<Resolvers['Mutation']>;

/** Makes the asset the latest version of the set; the first version creates the set. */
async function link(input: LinkInput, context: GraphqlContext): Promise<EntityReference> {
  const { references } = context;
  const set = references.parseAs('versionSet', input.versionSet);
  const asset = references.parse(input.linkedEntity);
  requireOfType(set.urn, asset.urn);
  await requireEdit('EDIT_ENTITY', [asset], context);
  await requireAssets([{ entity: asset, fieldPath: undefined }], context);
  requireUnlinked(asset.urn, await readAspect(asset.urn, VERSIONS.ofAsset, context));
  const latest = references.find((await readAspect(set.urn, VERSIONS.ofSet, context))?.['latest']);
  const properties = latest && (await readAspect(latest.urn, VERSIONS.ofAsset, context));
  const stamp = stampNow(context);
  const { version, comment, sourceTimestamp, sourceCreator } = input;
  const proposals = linkProposals(
    {
      ...{ set: set.urn, asset: asset.urn, version, stamp },
      ...(typeof comment === 'string' && { comment }),
      ...(typeof sourceTimestamp === 'number' && {
        source: { time: sourceTimestamp, actor: references.parse(sourceCreator ?? stamp.actor).urn },
      }),
    },
    latest && properties && { urn: latest.urn, properties },
  );
  await context.ingest(proposals);
  return set;
}

/** Removes the asset from the set. The version before a removed latest becomes latest; the last one clears the set. */
async function unlink(input: UnlinkInput, context: GraphqlContext): Promise<EntityReference> {
  const { references } = context;
  const set = references.parseAs('versionSet', input.versionSet);
  const asset = references.parse(input.unlinkedEntity);
  await requireEdit('EDIT_ENTITY', [asset], context);
  const stored = await readAspect(asset.urn, VERSIONS.ofAsset, context);
  if (stored?.['versionSet'] !== set.urn) {
    throw new CatalogError('NOT_FOUND', `${asset.urn} is not a version of ${set.urn}. Nothing was changed.`);
  }
  const latest = (await readAspect(set.urn, VERSIONS.ofSet, context))?.['latest'];
  const wasNewest = latest === asset.urn;
  const others = wasNewest ? await otherVersions(set, asset, context) : [];
  await context.ingest(unlinkProposals({ set: set.urn, asset: asset.urn }, wasNewest, others));
  return set;
}

async function otherVersions(
  set: EntityReference,
  asset: EntityReference,
  context: GraphqlContext,
): Promise<readonly KnownVersion[]> {
  const { entities } = await findEntities(
    {
      entityTypes: [asset.entityType],
      filter: [[equalTo('versionSet', set.urn)]],
      count: MOST_VERSIONS,
      includeSoftDeleted: true,
    },
    context,
  );
  const urns = entities.map(({ urn }) => urn).filter((urn) => urn !== asset.urn);
  const found = await context.catalog.getEntities(urns, [VERSIONS.ofAsset]);
  return urns.map((urn) => ({ urn, properties: found.get(urn)?.get(VERSIONS.ofAsset)?.value ?? {} }));
}
