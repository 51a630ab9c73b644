import type { EntityTypeName } from '../values/property-definition.ts';
import type { Criterion } from './policy-data.ts';

/** A field that conditions of policies test. */
export interface CriterionField {
  readonly value: string;
  /** Label of the choice: `Domain`. */
  readonly label: string;
  /** Phrase before the values in a sentence: `in the domain`. */
  readonly phrase: string;
  /** Entity types of its values; `types`, `texts`: other values. */
  readonly values: readonly EntityTypeName[] | 'types' | 'texts';
}

/** Fields of conditions on entities. */
export const RESOURCE_FIELDS: readonly CriterionField[] = [
  { value: 'TYPE', label: 'Type', phrase: 'of the type', values: 'types' },
  { value: 'URN', label: 'Single entities', phrase: 'named', values: [] },
  { value: 'DOMAIN', label: 'Domain', phrase: 'in the domain', values: ['DOMAIN'] },
  { value: 'CONTAINER', label: 'Container', phrase: 'in the container', values: ['CONTAINER'] },
  { value: 'TAG', label: 'Tag', phrase: 'tagged', values: ['TAG'] },
  { value: 'GLOSSARY_TERM', label: 'Glossary term', phrase: 'with the term', values: ['GLOSSARY_TERM'] },
  {
    value: 'GLOSSARY',
    label: 'Glossary term group',
    phrase: 'with a term of the group',
    values: ['GLOSSARY_NODE'],
  },
  { value: 'OWNER', label: 'Owner', phrase: 'owned by', values: ['CORP_USER', 'CORP_GROUP'] },
  { value: 'GROUP_MEMBERSHIP', label: 'Group', phrase: 'in the group', values: ['CORP_GROUP'] },
  {
    value: 'DATA_PLATFORM_INSTANCE',
    label: 'Platform instance',
    phrase: 'on the platform instance',
    values: ['DATA_PLATFORM_INSTANCE'],
  },
  { value: 'STRUCTURED_PROPERTY', label: 'Value of a property', phrase: 'whose', values: 'texts' },
];

/** Fields of conditions on the structured property that is read or written. */
export const CONSTRAINT_FIELDS: readonly CriterionField[] = [
  { value: 'URN', label: 'Property', phrase: 'named', values: ['STRUCTURED_PROPERTY'] },
];

/** Operators of conditions, with their labels. */
export const CONDITIONS: readonly { readonly value: Criterion['condition']; readonly label: string }[] = [
  { value: 'EQUALS', label: 'is one of' },
  { value: 'NOT_EQUALS', label: 'is none of' },
  { value: 'STARTS_WITH', label: 'begins with' },
];
