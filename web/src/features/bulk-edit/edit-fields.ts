import type { EntityTypeName, ValueRules } from '../../shared/values/property-definition.ts';
import { useDefinitions } from '../../shared/values/use-definitions.ts';

/** A field that can be bulk-edited or exported. */
export interface EditField extends ValueRules {
  /** Server name: `tags`, or the urn of a property. */
  readonly id: string;
  /** Qualified name of a property, or what the field holds. */
  readonly help: string | undefined;
  readonly isInSearchFilters: boolean;
}

const LABELS = [
  label('tags', 'Tags', { name: 'tag', graphqlName: 'TAG' }),
  label('terms', 'Glossary terms', { name: 'glossaryTerm', graphqlName: 'GLOSSARY_TERM' }),
  label('owners', 'Owners', { name: 'corpuser', graphqlName: 'CORP_USER' }),
  { ...label('domain', 'Domain', { name: 'domain', graphqlName: 'DOMAIN' }), isMultiple: false },
  text('description', 'Description', 'What people wrote, not a description from the source.'),
  text('deprecation', 'Deprecation', 'Note, day of decommissioning and replacement.'),
];

/** Tags, terms, owners, domain, description, deprecation and the structured properties; `isReady` once the properties are loaded. */
export function useEditFields(): {
  readonly fields: readonly EditField[];
  readonly isReady: boolean;
  readonly error: Error | null;
} {
  const { data, error } = useDefinitions();
  const properties = (data ?? []).map((property) => ({
    ...property,
    id: property.urn,
    help: property.qualifiedName,
  }));
  return { fields: [...LABELS, ...properties], isReady: data !== undefined, error };
}

function label(
  id: string,
  name: string,
  type: { readonly name: string; readonly graphqlName: EntityTypeName },
): EditField {
  return {
    id,
    name,
    help: undefined,
    valueType: 'urn',
    isMultiple: true,
    isInSearchFilters: false,
    allowedValues: undefined,
    moreAllowedOf: undefined,
    allowedTypes: [type],
  };
}

function text(id: string, name: string, help: string): EditField {
  return {
    id,
    name,
    help,
    valueType: 'rich_text',
    isMultiple: false,
    isInSearchFilters: false,
    allowedValues: undefined,
    moreAllowedOf: undefined,
    allowedTypes: [],
  };
}
