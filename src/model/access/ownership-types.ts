/** Prefix of the urns of built-in ownership types. */
const SYSTEM_TYPE = 'urn:li:ownershipType:__system__';

/** Urn of the ownership type for an older type name, such as `DATAOWNER`. Returned even if no such entity exists. */
export function systemOwnershipType(type: string): string {
  return `${SYSTEM_TYPE}${type.toLowerCase()}`;
}
