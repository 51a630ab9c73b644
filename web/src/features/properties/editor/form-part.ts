import type { Problem } from '../../../api/api-error.ts';

/** A part of the form that shows its own problems. */
export type FormPart =
  | 'name'
  | 'type'
  | 'search'
  | 'allowedValues'
  | 'entityTypes'
  | 'platforms'
  | 'settings'
  | 'display'
  | 'rules'
  | 'inheritance'
  | 'other';

/** Maps members of a definition to parts of the form. */
const PARTS: Readonly<Record<string, FormPart>> = {
  urn: 'name',
  qualifiedName: 'name',
  valueType: 'type',
  typeQualifier: 'type',
  cardinality: 'type',
  immutable: 'type',
  searchConfiguration: 'search',
  allowedValues: 'allowedValues',
  entityTypes: 'entityTypes',
  allowedPlatforms: 'platforms',
};

/** Groups the problems of a refused definition by part of the form; joins their messages. */
export function textsByPart(problems: readonly Problem[]): Map<FormPart, string> {
  const parts = Map.groupBy(problems, partOf);
  return new Map(
    [...parts].map(
      ([part, found]) => [part, [...new Set(found.map(({ message }) => message))].join(' ')] as const,
    ),
  );
}

function partOf({ aspectName, field = '' }: Problem): FormPart {
  if (aspectName === 'structuredPropertySettings') return 'settings';
  if (aspectName === 'structuredPropertyDisplay') return 'display';
  if (aspectName === 'structuredPropertyRules') return field.startsWith('inherit') ? 'inheritance' : 'rules';
  const [member = ''] = field.split(/[.[]/);
  return PARTS[member] ?? 'other';
}
