import { because, type Refusal } from '../../../refusals.ts';
import { namedEntityTypes } from '../../../model/registry/entity-type-names.ts';
import { isUrn } from '../../../model/urn.ts';
import { closestName } from '../../../util/closest-name.ts';

const PREFIX = 'urn:li:entityType:';

/** Entity types that every catalog has, by lower-case name. */
const BUILT_IN: ReadonlyMap<string, string> = new Map(
  namedEntityTypes().map((name) => [name.toLowerCase(), name]),
);

/** Resolves the short name or the urn of an entity type to its urn, or to an error. */
export function entityTypeUrn(
  text: string,
): { readonly urn: string } | { readonly problem: string; readonly refusal: Refusal } {
  if (text.startsWith('urn:')) {
    return isUrn(text) && text.startsWith(PREFIX)
      ? { urn: text }
      : {
          problem: `'${text}' is not a urn of an entity type, such as ${PREFIX}datahub.dataset.`,
          refusal: unknownType(text),
        };
  }
  const short = text.replace(/^datahub\./, '');
  const known = BUILT_IN.get(short.toLowerCase());
  if (known !== undefined) return { urn: `${PREFIX}datahub.${known}` };
  const meant = closestName(short, BUILT_IN.values());
  const remedy = meant === undefined ? '' : ` Did you mean '${meant}'?`;
  return {
    problem: `there is no entity type '${text}'.${remedy} Write a custom entity type as a urn.`,
    refusal: unknownType(text, meant),
  };
}

function unknownType(name: string, closest = ''): Refusal {
  return because('ENTITY_TYPE_UNKNOWN', { name, closest });
}
