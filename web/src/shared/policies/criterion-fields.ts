import type { EntityTypeName } from '../values/property-definition.ts';
import type { Criterion } from './policy-data.ts';

/** A field that conditions of policies test. */
export interface CriterionField {
  readonly value: string;
  /** Label of the choice: `Domain`. */
  readonly label: string;
  /** Entity types of its values; `types`, `texts`: other values. */
  readonly values: readonly EntityTypeName[] | 'types' | 'texts';
  /** Whether its values are never compared by their beginnings. */
  readonly isWhole?: true;
}

/** Fields of conditions on entities. */
export const RESOURCE_FIELDS: readonly CriterionField[] = [
  { value: 'TYPE', label: 'Type', values: 'types' },
  { value: 'URN', label: 'Single entities', values: [] },
  { value: 'DOMAIN', label: 'Domain', values: ['DOMAIN'] },
  { value: 'CONTAINER', label: 'Container', values: ['CONTAINER'] },
  { value: 'TAG', label: 'Tag', values: ['TAG'] },
  { value: 'GLOSSARY_TERM', label: 'Glossary term', values: ['GLOSSARY_TERM'] },
  {
    value: 'GLOSSARY',
    label: 'Glossary term group',
    values: ['GLOSSARY_NODE'],
  },
  { value: 'OWNER', label: 'Owner', values: ['CORP_USER', 'CORP_GROUP'] },
  { value: 'GROUP_MEMBERSHIP', label: 'Group', values: ['CORP_GROUP'] },
  {
    value: 'DATA_PLATFORM_INSTANCE',
    label: 'Platform instance',
    values: ['DATA_PLATFORM_INSTANCE'],
  },
  { value: 'SUB_TYPE', label: 'Sub type', values: 'texts' },
  { value: 'STRUCTURED_PROPERTY', label: 'Value of a property', values: 'texts' },
];

/** Fields of conditions in rules of properties: search follows hierarchies, which have no prefixes. */
export const RULE_FIELDS: readonly CriterionField[] = RESOURCE_FIELDS.map((field) =>
  ['DOMAIN', 'CONTAINER', 'GLOSSARY'].includes(field.value) ? { ...field, isWhole: true } : field,
);

/** Fields of conditions on the structured property that is read or written. */
export const CONSTRAINT_FIELDS: readonly CriterionField[] = [
  { value: 'URN', label: 'Property', values: ['STRUCTURED_PROPERTY'] },
];

/** Operators of conditions, with their labels. */
export const CONDITIONS: readonly { readonly value: Criterion['condition']; readonly label: string }[] = [
  { value: 'EQUALS', label: 'is one of' },
  { value: 'NOT_EQUALS', label: 'is none of' },
  { value: 'STARTS_WITH', label: 'begins with' },
];
