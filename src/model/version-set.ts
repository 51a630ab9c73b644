import { invalidRequest } from '../errors.ts';
import type { JsonObject } from '../util/json.ts';
import type { AuditStamp } from './aspect.ts';
import type { MetadataChangeProposal } from './proposal.ts';
import { entityTypeOf, urnParts } from './urn.ts';
import type { Urn } from './urn.ts';

/** Aspects that link an asset to its version set. */
export const VERSIONS = { ofAsset: 'versionProperties', ofSet: 'versionSetProperties' } as const;

/** Maximum number of versions that are searched for the new latest version. */
export const MOST_VERSIONS = 1_000;

const SCHEME = 'ALPHANUMERIC_GENERATED_BY_DATAHUB';
/** First sort id of a version set; see `nextSortId`. */
const FIRST_SORT_ID = 'AAAAAAAA';

/** An asset to link as the latest version of a set. */
export interface NewVersion {
  readonly set: Urn;
  readonly asset: Urn;
  readonly version: string;
  readonly comment?: string;
  /** Creation of the version in the source system. */
  readonly source?: AuditStamp;
  readonly stamp: AuditStamp;
}

/** A version of a set, with the value of its `versionProperties`. */
export interface KnownVersion {
  readonly urn: Urn;
  readonly properties: JsonObject;
}

/** Throws INVALID_REQUEST if the set is for versions of another entity type. */
export function requireOfType(set: Urn, asset: Urn): void {
  if (urnParts(set).key[1] === entityTypeOf(asset)) return;
  throw invalidRequest(`${set} is not a version set for the entity type of ${asset}. Use one of that type.`);
}

/** Throws INVALID_REQUEST if the asset is already linked. `properties` is the value of its `versionProperties`. */
export function requireUnlinked(asset: Urn, properties: JsonObject | undefined): void {
  const linked = properties?.['versionSet'];
  if (typeof linked !== 'string') return;
  throw invalidRequest(`Asset ${asset} is already a version of ${linked}. Unlink it first.`);
}

/** Proposals that link the asset as the latest version, and create the set if needed. `newest`: the latest so far. */
export function linkProposals(link: NewVersion, newest: KnownVersion | undefined): MetadataChangeProposal[] {
  const { set, asset, version, comment, source, stamp } = link;
  const value = {
    versionSet: set,
    version: { versionTag: version },
    ...(comment !== undefined && { comment }),
    sortId: newest === undefined ? FIRST_SORT_ID : nextSortId(sortIdOf(newest)),
    versioningScheme: SCHEME,
    metadataCreatedTimestamp: { ...stamp },
    ...(source !== undefined && { sourceCreatedTimestamp: { ...source } }),
    isLatest: true,
  };
  return [
    { urn: asset, aspectName: VERSIONS.ofAsset, changeType: 'UPSERT', value },
    {
      ...{ urn: set, aspectName: VERSIONS.ofSet, changeType: 'UPSERT' },
      value: { latest: asset, versioningScheme: SCHEME },
    },
    ...(newest === undefined ? [] : [put(newest.urn, VERSIONS.ofAsset, '/isLatest', false)]),
  ];
}

/**
 * Proposals that unlink the asset. If it was the latest version, the greatest of `others` becomes the latest; without
 * others, the properties of the set are deleted.
 */
export function unlinkProposals(
  { set, asset }: Pick<NewVersion, 'set' | 'asset'>,
  wasNewest: boolean,
  others: readonly KnownVersion[],
): MetadataChangeProposal[] {
  const unlinked: MetadataChangeProposal = {
    ...{ urn: asset, aspectName: VERSIONS.ofAsset, changeType: 'DELETE' },
  };
  if (!wasNewest) return [unlinked];
  const [newest] = others.toSorted((a, b) => (sortIdOf(a) < sortIdOf(b) ? 1 : -1));
  if (newest === undefined) {
    return [unlinked, { urn: set, aspectName: VERSIONS.ofSet, changeType: 'DELETE' }];
  }
  return [
    unlinked,
    put(newest.urn, VERSIONS.ofAsset, '/isLatest', true),
    put(set, VERSIONS.ofSet, '/latest', newest.urn),
  ];
}

function put(urn: Urn, aspectName: string, path: string, value: string | boolean): MetadataChangeProposal {
  return { urn, aspectName, changeType: 'PATCH', patch: { operations: [{ op: 'add', path, value }] } };
}

function sortIdOf({ properties }: KnownVersion): string {
  const sortId = properties['sortId'];
  return typeof sortId === 'string' ? sortId : FIRST_SORT_ID;
}

/** Next sort id: `AAAAAAAB` after `AAAAAAAA`, `AAAAAABA` after `AAAAAAAZ`. */
function nextSortId(sortId: string): string {
  const kept = /^(.*?)Z*$/.exec(sortId)?.[1] ?? '';
  const last = kept.at(-1);
  if (last === undefined) return `A${'A'.repeat(sortId.length)}`;
  const next = String.fromCharCode(last.charCodeAt(0) + 1);
  return kept.slice(0, -1) + next + 'A'.repeat(sortId.length - kept.length);
}
