import { withVisibleDirections } from '../../../../src/util/printable.ts';
import { dayOfMoment } from './days.ts';
import { numberText } from '../../components/number-text.ts';
import { entityTypeLabel } from '../../api/names/entity-type-label.ts';
import type { ValueColor } from '../../components/data/value-colors.ts';
import type { Operator } from './filters.ts';

/** Kind of a field's values. */
export type FieldKind = 'text' | 'urn' | 'type' | 'number' | 'date';

/** A filterable search field. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
  /** Whether its facet lists values instead of a range. */
  readonly isListed: boolean;
  /** Whether its values form a hierarchy: containers, domains, terms. */
  readonly isHierarchy?: boolean;
  /** Colors of its values, by the value as text. */
  readonly colors?: ReadonlyMap<string, ValueColor>;
  /** Phrases of conditions on it, in place of its label and an operator: affirmed and negated. */
  readonly phrases?: Partial<Readonly<Record<Operator, readonly [string, string]>>>;
}

/** Field of the properties of which an entity breaks a rule. */
export const VIOLATIONS_FIELD = 'violations';

const PROPERTY_PREFIX = 'structuredProperties.';

/** Built-in fields with a facet. */
export const BUILT_IN_FIELDS: readonly Field[] = [
  { name: '_entityType', label: 'Type', kind: 'type', isListed: true },
  { name: 'typeNames', label: 'Subtype', kind: 'text', isListed: true },
  { name: 'platform', label: 'Platform', kind: 'urn', isListed: true },
  { name: 'domains', label: 'Domain', kind: 'urn', isListed: true, isHierarchy: true },
  { name: 'owners', label: 'Owner', kind: 'urn', isListed: true },
  { name: 'tags', label: 'Tag', kind: 'urn', isListed: true },
  { name: 'glossaryTerms', label: 'Glossary term', kind: 'urn', isListed: true, isHierarchy: true },
  { name: 'container', label: 'Container', kind: 'urn', isListed: true, isHierarchy: true },
];

/** Further fields for conditions and sorting. */
export const OTHER_FIELDS: readonly Field[] = [
  { name: '_entityName', label: 'Name', kind: 'text', isListed: true },
  { name: 'description', label: 'Description', kind: 'text', isListed: true },
  { name: 'origin', label: 'Environment', kind: 'text', isListed: true },
  {
    name: VIOLATIONS_FIELD,
    label: 'Broken rules',
    kind: 'urn',
    isListed: true,
    phrases: {
      EQUAL: ['breaks a rule of', 'breaks no rule of'],
      EXISTS: ['breaks a rule', 'breaks no rule'],
    },
  },
  // Both in epoch ms: when its metadata changed here, and when the source says that the asset changed.
  { name: 'catalogModifiedAt', label: 'Changed in the catalog', kind: 'date', isListed: false },
  { name: 'lastModifiedAt', label: 'Modified in the source', kind: 'date', isListed: false },
];

const KNOWN_FIELDS = new Map([...BUILT_IN_FIELDS, ...OTHER_FIELDS].map((field) => [field.name, field]));

/** Field name of a property. */
export function fieldOfProperty(qualifiedName: string): string {
  return PROPERTY_PREFIX + qualifiedName;
}

/** Urn of a field's property; undefined if it is not a property's field. */
export function propertyOfField(name: string): string | undefined {
  return name.startsWith(PROPERTY_PREFIX)
    ? `urn:li:structuredProperty:${name.slice(PROPERTY_PREFIX.length)}`
    : undefined;
}

/** A field whose definition is unknown or not yet loaded. */
export function plainField(name: string): Field {
  const label = name.startsWith(PROPERTY_PREFIX) ? name.slice(PROPERTY_PREFIX.length) : name;
  return KNOWN_FIELDS.get(name) ?? { name, label, kind: 'text', isListed: true };
}

/** Color of a value. The server counts a number as `30.0`. */
export function valueColorOf({ colors, kind }: Field, value: string): ValueColor | undefined {
  return colors?.get(kind === 'number' ? String(Number(value)) : value);
}

/** Display text of a value. Names of entities come from `nameOf`. */
export function valueLabel({ kind }: Field, value: string, nameOf: (urn: string) => string): string {
  switch (kind) {
    case 'type':
      return entityTypeLabel(value);
    case 'number': {
      const number = Number(value);
      return value.trim() === '' || Number.isNaN(number) ? value : numberText(number);
    }
    case 'date':
      return dayOfMoment(value);
    case 'text':
    case 'urn':
      if (value === '') return '(empty)';
      return value.startsWith('urn:li:') ? nameOf(value) : withVisibleDirections(value);
  }
}
