import { isObject } from '../../api/is-object.ts';
import { numberText } from '../../components/number-text.ts';
import {
  aspectLabel,
  differenceLabel,
  differenceSides,
  valueText,
  type Naming,
} from '../../shared/differences/difference-text.ts';
import { differences, propertyOf, type Difference } from '../../shared/differences/differences.ts';
import { deprecationText, deprecationValues } from '../../shared/edits/deprecation-parts.ts';
import { deprecationOf, ownersOf } from '../../shared/entities/entity-facts.ts';
import { ownershipName } from '../../shared/entities/ownership-name.ts';
import type { PropertyDefinition } from '../../shared/values/property-definition.ts';
import { valueOf } from '../../shared/values/property-value.ts';
import { valueWithUnit } from '../../shared/values/value-text.ts';
import type { ProposalItem } from './proposal-data.ts';

/** What items need to be named. */
export interface ItemNames {
  readonly naming: Naming;
  /** The definition of a property; undefined if it is not loaded, or hidden. */
  readonly definitionOf: (urn: string) => PropertyDefinition | undefined;
}

/** An item in words: what would change, with its values now and as proposed; undefined where there is nothing. */
export interface ItemWords {
  readonly label: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const DEFINITION = 'propertyDefinition';

/** Members of a column in an aspect, with the words for them. */
const COLUMN_PARTS: Readonly<Record<string, string>> = {
  description: 'Description',
  globalTags: 'Tags',
  glossaryTerms: 'Glossary terms',
};

/** Maximum allowed values that are listed. */
const MOST_ALLOWED = 50;

/** Says what an item would change. */
export function itemWords(item: ProposalItem, { definitionOf, naming }: ItemNames): ItemWords {
  const property = propertyOf(item);
  const definition = property === undefined ? undefined : definitionOf(property);
  if (definition !== undefined && item.path.length === 2) {
    return {
      label: definition.name,
      before: valuesText(item.before, definition, naming),
      after: valuesText(item.after, definition, naming),
    };
  }
  if (item.aspect === 'ownership' && item.path[0] === 'owners') {
    return {
      label: aspectLabel(item.aspect),
      before: ownerText(item.before, naming),
      after: ownerText(item.after, naming),
    };
  }
  if (item.aspect === DEFINITION && item.path[0] === 'allowedValues' && item.path.length === 1) {
    return {
      label: 'Allowed values',
      before: allowedText(item.before, naming),
      after: allowedText(item.after, naming),
    };
  }
  if (item.aspect === DEFINITION && item.path[0] === 'cardinality')
    return {
      label: 'Values per asset',
      before: cardinalityText(item.before),
      after: cardinalityText(item.after),
    };
  if (item.aspect === 'structuredPropertyKey')
    return { label: 'Property', before: 'There', after: 'Deleted with all values' };
  if (item.aspect === 'status') {
    return { label: 'Property', before: existenceText(item.before), after: existenceText(item.after) };
  }
  if (isWholeDeprecation(item)) {
    return {
      label: aspectLabel(item.aspect),
      before: deprecationWords(item.before, naming),
      after: deprecationWords(item.after, naming),
    };
  }
  return { label: columnLabel(item) ?? differenceLabel(item, naming), ...differenceSides(item, naming) };
}

/** The parts of a whole aspect that differ, or the item itself. */
export function partsOf(item: ProposalItem): readonly ProposalItem[] {
  if (item.path.length > 0 || isWholeDeprecation(item) || item.aspect === 'status') return [item];
  const [before, after] = [item.before, item.after].map((side) => (isObject(side) ? side : undefined));
  const parts = differences(item.aspect, before, after).filter((part) => !isTechnical(part));
  return parts.length === 0 ? [item] : parts.map((part) => ({ ...item, ...part }));
}

/** Whether a difference of a definition says nothing to people: its version, and a single value per asset, which is the default. */
function isTechnical({ aspect, path: [member], before, after }: Difference): boolean {
  if (aspect !== DEFINITION) return false;
  return (
    member === 'version' || (member === 'cardinality' && cardinalityText(before) === cardinalityText(after))
  );
}

function cardinalityText(side: unknown): string {
  return side === 'MULTIPLE' ? 'Several' : 'One';
}

/** `Public, Internal (for the company)`; without a list any value is allowed. */
function allowedText(side: unknown, naming: Naming): string {
  const list: readonly unknown[] = Array.isArray(side) ? side : [];
  if (list.length === 0) return 'Any';
  const shown = list.slice(0, MOST_ALLOWED).map((value) => valueText(value, naming));
  const rest = list.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${numberText(rest)} more` : ''}`;
}

/** Whether a property is there, from its aspect `status` or the member `removed` of it. */
function existenceText(side: unknown): string {
  const isRemoved = isObject(side) ? side['removed'] === true : side === true;
  return isRemoved ? 'Deleted, can be restored' : 'There';
}

function isWholeDeprecation({ aspect, path }: ProposalItem): boolean {
  return aspect === 'deprecation' && path.length === 0;
}

/** `Use orders 2 · decommissioned on 31 Jan 2027`; undefined if the entity never was deprecated. */
function deprecationWords(side: unknown, naming: Naming): string | undefined {
  if (!isObject(side)) return undefined;
  const facts = deprecationOf(side);
  if (facts === undefined) return 'Not deprecated';
  const { day, note, replacement } = facts;
  return deprecationText(deprecationValues({ decommissionTime: day, note, replacement }), naming);
}

/** `Description of the column email`; undefined for what is not about a column. */
function columnLabel({ path }: ProposalItem): string | undefined {
  const [list, column, part] = path;
  if (list !== 'editableSchemaFieldInfo' || column === undefined) return undefined;
  const word = part === undefined ? 'Details' : (COLUMN_PARTS[part] ?? 'Details');
  return `${word} of the column ${column}`;
}

function valuesText(side: unknown, definition: PropertyDefinition, naming: Naming): string | undefined {
  const values = isObject(side) && Array.isArray(side['values']) ? side['values'].flatMap(valueOf) : [];
  if (values.length === 0) return undefined;
  return values
    .map((value) =>
      definition.valueType === 'urn' ? naming(String(value)) : valueWithUnit(definition, value),
    )
    .join(', ');
}

function ownerText(side: unknown, naming: Naming): string | undefined {
  const [owner] = ownersOf({ owners: [side] });
  if (owner === undefined) return undefined;
  const kind = ownershipName(naming, owner);
  return kind === 'none' ? naming(owner.urn) : `${naming(owner.urn)} (${kind})`;
}

/** The urns that the words of items need names of, besides those in their values. */
export function ownershipTypesIn(items: readonly ProposalItem[]): readonly string[] {
  return items
    .filter(({ aspect }) => aspect === 'ownership')
    .flatMap(({ after, before }) => ownersOf({ owners: [before, after] }).map(({ typeUrn }) => typeUrn));
}
