import { CatalogError, invalidRequest } from '../../../errors.ts';
import type { MetadataChangeProposal } from '../../../model/proposal.ts';
import { urnParts } from '../../../model/urn.ts';
import type { FieldResolvers } from '../build-schema.ts';
import { requireTargets } from '../edit-target.ts';
import type { EntityReference } from '../entity-reference.ts';
import { equalTo, findEntities } from '../find-entities.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { commit, patchOf, put, readAspect, requireEdit, upsertOf } from '../mutation-steps.ts';
import type { Input } from '../mutation-steps.ts';
import { text } from '../presenters/json-members.ts';
import { given } from '../property-input.ts';
import { updating } from '../wrapped-error.ts';
import { stampNow } from './stamp-now.ts';

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

const PROPERTIES = 'versionProperties';
const SET_PROPERTIES = 'versionSetProperties';
const SCHEME = 'ALPHANUMERIC_GENERATED_BY_DATAHUB';
/** The first of the texts that put the versions of a set into order; the next counts on in letters. */
const FIRST_SORT_ID = 'AAAAAAAA';
/** Most versions of a set among which the one before the newest is looked for. */
const MOST_VERSIONS = 1_000;

/** Linking assets as versions of one another. */
export const VERSION_MUTATIONS: FieldResolvers = {
  linkAssetVersion: (_root: unknown, { input }: Input<LinkInput>, context: GraphqlContext) =>
    updating(input, () => link(input, context)),
  unlinkAssetVersion: (_root: unknown, { input }: Input<UnlinkInput>, context: GraphqlContext) =>
    updating(input, () => unlink(input, context)),
};

/** The asset becomes the newest version of the set, which comes into being with its first version. */
async function link(input: LinkInput, context: GraphqlContext): Promise<EntityReference> {
  const { references } = context;
  const set = references.parseAs('versionSet', input.versionSet);
  const asset = references.parse(input.linkedEntity);
  if (urnParts(set.urn).key[1] !== asset.entityType) {
    throw invalidRequest(
      `${set.urn} is for versions of another type than ${asset.urn}. Use a set of its type.`,
    );
  }
  await requireEdit('EDIT_ENTITY', [asset], context);
  await requireTargets([{ entity: asset, fieldPath: undefined }], context);
  const linked = text((await readAspect(asset.urn, PROPERTIES, context))?.['versionSet']);
  if (linked !== undefined) {
    throw invalidRequest(`Asset ${asset.urn} is already a version of ${linked}. Unlink it first.`);
  }
  const latest = references.find((await readAspect(set.urn, SET_PROPERTIES, context))?.['latest']);
  const before = latest && (await readAspect(latest.urn, PROPERTIES, context));
  const stamp = { ...stampNow(context) };
  const { sourceTimestamp, sourceCreator } = input;
  const made = typeof sourceTimestamp === 'number' && {
    sourceCreatedTimestamp: {
      time: sourceTimestamp,
      actor: references.parse(sourceCreator ?? stamp.actor).urn,
    },
  };
  const properties = {
    versionSet: set.urn,
    version: { versionTag: input.version },
    ...given({ comment: input.comment }),
    sortId: before === undefined ? FIRST_SORT_ID : nextSortId(text(before['sortId']) ?? FIRST_SORT_ID),
    versioningScheme: SCHEME,
    metadataCreatedTimestamp: stamp,
    ...made,
    isLatest: true,
  };
  const proposals: MetadataChangeProposal[] = [
    upsertOf(asset.urn, PROPERTIES, properties),
    upsertOf(set.urn, SET_PROPERTIES, { latest: asset.urn, versioningScheme: SCHEME }),
  ];
  if (latest !== undefined && before !== undefined) {
    proposals.push(patchOf(latest.urn, PROPERTIES, [put(['isLatest'], false)]));
  }
  await commit(proposals, context);
  return set;
}

/** The asset is no version any more; when it was the newest, the one before it is, and the set goes with the last. */
async function unlink(input: UnlinkInput, context: GraphqlContext): Promise<EntityReference> {
  const { references, catalog } = context;
  const set = references.parseAs('versionSet', input.versionSet);
  const asset = references.parse(input.unlinkedEntity);
  await requireEdit('EDIT_ENTITY', [asset], context);
  const stored = await readAspect(asset.urn, PROPERTIES, context);
  if (stored?.['versionSet'] !== set.urn) {
    throw new CatalogError('NOT_FOUND', `${asset.urn} is no version of ${set.urn}. Nothing was changed.`);
  }
  const proposals: MetadataChangeProposal[] = [
    { urn: asset.urn, aspectName: PROPERTIES, changeType: 'DELETE' },
  ];
  const latest = (await readAspect(set.urn, SET_PROPERTIES, context))?.['latest'];
  if (latest === asset.urn) {
    const { entities } = await findEntities(
      {
        entityTypes: [asset.entityType],
        filter: [[equalTo('versionSet', set.urn)]],
        count: MOST_VERSIONS,
        includeSoftDeleted: true,
      },
      context,
    );
    const others = entities.map(({ urn }) => urn).filter((urn) => urn !== asset.urn);
    const aspects = await catalog.getEntities(others, [PROPERTIES]);
    const sortId = (urn: (typeof others)[number]): string =>
      text(aspects.get(urn)?.get(PROPERTIES)?.value['sortId']) ?? '';
    const [newest] = others.toSorted((a, b) => (sortId(a) < sortId(b) ? 1 : -1));
    if (newest === undefined) {
      proposals.push({ urn: set.urn, aspectName: SET_PROPERTIES, changeType: 'DELETE' });
    } else {
      proposals.push(patchOf(newest, PROPERTIES, [put(['isLatest'], true)]));
      proposals.push(patchOf(set.urn, SET_PROPERTIES, [put(['latest'], newest)]));
    }
  }
  await commit(proposals, context);
  return set;
}

/** The text that follows in the order of letters: `AAAAAAAB`, and `AAAAAABA` after `AAAAAAAZ`. */
function nextSortId(sortId: string): string {
  const kept = /^(.*?)Z*$/.exec(sortId)?.[1] ?? '';
  const last = kept.at(-1);
  if (last === undefined) return `A${'A'.repeat(sortId.length)}`;
  const next = String.fromCharCode(last.charCodeAt(0) + 1);
  return kept.slice(0, -1) + next + 'A'.repeat(sortId.length - kept.length);
}
