/** Fields by which coverage is compared. */
export const GROUPINGS = [
  { value: 'domains', label: 'Domain', nothing: 'No domain' },
  { value: '_entityType', label: 'Asset type', nothing: 'No type' },
  { value: 'platform', label: 'Platform', nothing: 'No platform' },
  { value: 'owners', label: 'Owner', nothing: 'No owner' },
] as const;

/** A field by which coverage is compared. */
export type Grouping = (typeof GROUPINGS)[number]['value'];
