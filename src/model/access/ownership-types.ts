/** Prefix of the urns of built-in ownership types. */
const SYSTEM_TYPE = 'urn:li:ownershipType:__system__';

/** Urn of the ownership type that stands for an older type name, `DATAOWNER`; names without an entity have one, too. */
export function systemOwnershipType(type: string): string {
  return `${SYSTEM_TYPE}${type.toLowerCase()}`;
}
