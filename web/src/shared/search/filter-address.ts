import { entityTypeOf } from '../../urls/urn.ts';
import { KINDS } from './kinds.ts';

/** Address of the search for a field's value: `is` matches it exactly, `below` includes its descendants. */
export function filterAddress(field: string, value: string, word: 'is' | 'below' = 'is'): string {
  const escaped = value.replaceAll('\\', '\\\\').replaceAll('|', '\\|');
  return `/search?${new URLSearchParams({ filter: `${field}:${word}:${escaped}` }).toString()}`;
}

/** Address of the search for an entity's assets, or for what a person or group owns; undefined for types without assets. */
export function assetsAddress(urn: string): string | undefined {
  const type = entityTypeOf(urn).toUpperCase();
  if (type === 'CORPUSER' || type === 'CORPGROUP') return filterAddress('owners', urn);
  // Assets have terms, not glossary groups.
  if (type === 'GLOSSARYNODE') return undefined;
  const kind = KINDS.find(({ types }) => types.some((name) => name.replaceAll('_', '') === type));
  return kind && filterAddress(kind.assetField, urn, kind.includesBelow ? 'below' : 'is');
}
