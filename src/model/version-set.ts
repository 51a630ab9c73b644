import { invalidRequest } from '../errors.ts';
import type { JsonObject } from '../util/json.ts';
import type { AuditStamp } from './aspect.ts';
import type { MetadataChangeProposal } from './proposal.ts';
import { entityTypeOf, urnParts, type Urn } from './urn.ts';
import { because } from '../refusals.ts';

/** The entity type of version sets. */
export const VERSION_SET = 'versionSet';

/** Aspects that link an asset to its version set. */
export const VERSIONS = { ofAsset: 'versionProperties', ofSet: 'versionSetProperties' } as const;

/** The versioning scheme of a version that names none: clients choose the sort ids. */
export const DEFAULT_SCHEME = 'LEXICOGRAPHIC_STRING';
/** The versioning scheme whose sort ids the server generates, for a version with an empty one. */
export const GENERATED_SCHEME = 'ALPHANUMERIC_GENERATED_BY_DATAHUB';

/** First generated sort id of a version set; see `nextSortId`. */
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

/** Whether the set is for versions of the entity type of this asset. */
export function isOfType(set: Urn, asset: Urn): boolean {
  const { entityType, key } = urnParts(set);
  return entityType === VERSION_SET && key.length === 2 && key[1] === entityTypeOf(asset);
}

/** Throws INVALID_REQUEST if the set is for versions of another entity type. */
export function requireOfType(set: Urn, asset: Urn): void {
  if (isOfType(set, asset)) return;
  throw invalidRequest(
    `${set} is not a version set for the entity type of ${asset}. Use one of that type.`,
    undefined,
    because('VERSION_SET_UNFIT'),
  );
}

/** Throws INVALID_REQUEST if the asset is already linked. `properties` is the value of its `versionProperties`. */
export function requireUnlinked(asset: Urn, properties: JsonObject | undefined): void {
  const linked = properties?.['versionSet'];
  if (typeof linked !== 'string') return;
  throw invalidRequest(
    `Asset ${asset} is already a version of ${linked}. Unlink it first.`,
    undefined,
    because('ALREADY_EXISTS'),
  );
}

/** The proposal that links the asset as the latest version; the change of the set is derived from it. */
export function linkProposal(link: NewVersion): MetadataChangeProposal {
  const { set, asset, version, comment, source, stamp } = link;
  const value = {
    versionSet: set,
    version: { versionTag: version },
    ...(comment !== undefined && { comment }),
    sortId: '',
    versioningScheme: GENERATED_SCHEME,
    metadataCreatedTimestamp: { ...stamp },
    ...(source !== undefined && { sourceCreatedTimestamp: { ...source } }),
  };
  return { urn: asset, aspectName: VERSIONS.ofAsset, changeType: 'CREATE', value };
}

/** Whether the text is a sort id of the generated scheme. */
export function isGeneratedSortId(sortId: string): boolean {
  return /^[A-Z]{8}$/.test(sortId);
}

/** Sort id after that of the latest version: `AAAAAAAB` after `AAAAAAAA`, `AAAAAABA` after `AAAAAAAZ`. */
export function nextSortId(latest: string | undefined): string {
  if (latest === undefined) return FIRST_SORT_ID;
  let end = latest.length;
  while (latest[end - 1] === 'Z') end--;
  const kept = latest.slice(0, end);
  const last = kept.at(-1);
  if (last === undefined) return `A${'A'.repeat(latest.length)}`;
  const next = String.fromCharCode(last.charCodeAt(0) + 1);
  return kept.slice(0, -1) + next + 'A'.repeat(latest.length - kept.length);
}
