import { compareUrns, urnKey, type Urn } from '../urn.ts';
import type { PropertyState } from '../structured-property.ts';

/** A name shared by several properties. */
export interface ContestedName {
  readonly name: string;
  /** The properties, sorted. Filters on the name use the one whose urn has it. */
  readonly urns: readonly Urn[];
}

/** Names of a property: its qualified name and the name in its urn, which differ only in old catalogs. */
export function namesOfProperty(urn: Urn, qualifiedName: string): ReadonlySet<string> {
  return new Set([qualifiedName, urnKey(urn)]);
}

/** The names that several of the properties share, sorted. */
export function contestedNames(properties: Iterable<PropertyState>): readonly ContestedName[] {
  const claimants = new Map<string, Urn[]>();
  for (const { urn, definition } of properties) {
    for (const name of namesOfProperty(urn, definition.qualifiedName)) {
      claimants.set(name, [...(claimants.get(name) ?? []), urn]);
    }
  }
  return [...claimants]
    .filter(([, urns]) => urns.length > 1)
    .map(([name, urns]) => ({ name, urns: urns.sort(compareUrns) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
