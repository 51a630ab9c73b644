import { parseUrn, type Urn } from '../urn.ts';

/** The user that the first start creates. Policies do not limit it. */
export const ROOT_USER: Urn = parseUrn('urn:li:corpuser:datahub');

/** The server itself: it writes built-in entities, and runs background jobs. */
export const SYSTEM_USER: Urn = parseUrn('urn:li:corpuser:__datahub_system');

/** Entities that only the server changes and deletes, with the names of the aspects that it writes. */
export type FixedEntities = ReadonlyMap<Urn, ReadonlySet<string>>;

/** Entity types whose built-in entities are fixed; those of other types are written when they are missing, no more. */
export const FIXED_TYPES: readonly string[] = [
  'dataHubPolicy',
  'dataHubRole',
  'dataType',
  'entityType',
  'ownershipType',
];
