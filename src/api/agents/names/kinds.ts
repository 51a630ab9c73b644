import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { closestName } from '../../../util/closest-name.ts';
import { quotedPart } from '../filter/filter-tokens.ts';
import { UnknownNameError } from '../shaping/tool-error.ts';

/** Entity types that agents name by a short word. */
const TYPES_OF_WORD: Readonly<Record<string, readonly string[]>> = {
  asset: ['dataset', 'dashboard', 'chart', 'container', 'dataFlow', 'dataJob', 'dataProduct', 'mlModel'],
  tag: ['tag'],
  term: ['glossaryTerm'],
  domain: ['domain'],
  user: ['corpuser'],
  group: ['corpGroup'],
  property: ['structuredProperty'],
};

/** Words for kinds of entities, in the order in which names are looked up. */
export const KIND_WORDS: readonly string[] = Object.keys(TYPES_OF_WORD);

/** Registry names of the entity types of a kind: a word, or an entity type in any spelling (`CORP_USER`); empty if unknown. */
export function typesOf(kind: string, registry: EntityRegistry): readonly string[] {
  const types = Object.hasOwn(TYPES_OF_WORD, kind) ? (TYPES_OF_WORD[kind] ?? []) : [];
  if (types.length > 0) return types.filter((type) => registry.entities.has(type));
  const plain = kind.replace(/[_ -]/g, '');
  const found = registry.findEntity(kind) ?? registry.findEntity(plain);
  return found === undefined ? [] : [found.name];
}

/** Registry name of an entity type. `argument`: where it is named. Throws NOT_FOUND. */
export function typeNamed(name: string, argument: string, registry: EntityRegistry): string {
  const [type] = typesOf(name, registry);
  if (type !== undefined) return type;
  throw new UnknownNameError(
    `There is no entity type ${quotedPart(name)}.`,
    argument,
    nearestTypes(name, registry),
  );
}

/** Entity types with similar names. */
export function nearestTypes(kind: string, registry: EntityRegistry): readonly string[] {
  const closest = closestName(kind, [...registry.entities.keys(), ...KIND_WORDS]);
  return closest === undefined ? [] : [closest];
}
