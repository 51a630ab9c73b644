import { entityTypeOf } from '../../urls/urn.ts';
import { KINDS } from './kinds.ts';

/** Address of the search for what has a value in a field: `is`, or `below` with all below the value, too. */
export function filterAddress(field: string, value: string, word: 'is' | 'below' = 'is'): string {
  const escaped = value.replaceAll('\\', '\\\\').replaceAll('|', '\\|');
  return `/search?${new URLSearchParams({ filter: `${field}:${word}:${escaped}` }).toString()}`;
}

/** Address of the search for what belongs to an entity, or is owned by it; undefined for types that nothing belongs to. */
export function assetsAddress(urn: string): string | undefined {
  const type = entityTypeOf(urn).toUpperCase();
  if (type === 'CORPUSER' || type === 'CORPGROUP') return filterAddress('owners', urn);
  // No asset belongs to a group of terms.
  if (type === 'GLOSSARYNODE') return undefined;
  const kind = KINDS.find(({ types }) => types.some((name) => name.replaceAll('_', '') === type));
  return kind && filterAddress(kind.assetField, urn, kind.includesBelow ? 'below' : 'is');
}
