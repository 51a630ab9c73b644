import type { Problem } from '../../../api/api-error.ts';

/** A part of the form that a problem belongs to. */
export type FormPart = 'name' | 'type' | 'allowedValues' | 'entityTypes' | 'platforms' | 'settings' | 'other';

/** The part for each member of a definition. */
const PARTS: Readonly<Record<string, FormPart>> = {
  urn: 'name',
  qualifiedName: 'name',
  valueType: 'type',
  typeQualifier: 'type',
  cardinality: 'type',
  immutable: 'type',
  allowedValues: 'allowedValues',
  entityTypes: 'entityTypes',
  allowedPlatforms: 'platforms',
};

/** The problems of a refused definition as texts, by the part of the form that they are about. */
export function textsByPart(problems: readonly Problem[]): Map<FormPart, string> {
  const parts = Map.groupBy(problems, partOf);
  return new Map(
    [...parts].map(([part, found]) => [part, found.map(({ message }) => message).join(' ')] as const),
  );
}

function partOf({ aspectName, field = '' }: Problem): FormPart {
  if (aspectName === 'structuredPropertySettings') return 'settings';
  const [member = ''] = field.split(/[.[]/);
  return PARTS[member] ?? 'other';
}
