import { useMemo } from 'react';
import { platformOf } from '../../../urls/urn.ts';
import type { AllowedType, PropertyDefinition, Value } from '../../../shared/values/property-definition.ts';
import { useCompleteDefinitions } from '../../../shared/values/use-allowed-values.ts';
import { choicesOf, type FieldRules } from '../../../shared/values/value-rules.ts';
import { useDefinitions } from '../../../shared/values/use-definitions.ts';

/** Definition of an editable column of the grid: a structured property, the description, tags or terms. */
export interface CellDefinition
  extends
    Pick<
      PropertyDefinition,
      | 'qualifiedName'
      | 'name'
      | 'valueType'
      | 'isMultiple'
      | 'isImmutable'
      | 'allowedTypes'
      | 'isInColumnsTable'
      | 'colors'
    >,
    FieldRules {
  /** Urn of the property; else `description`, `tags` or `terms`. */
  readonly id: string;
  readonly help: string | undefined;
  /** Undefined: any value of the type. */
  readonly allowedValues: readonly Value[] | undefined;
}

/** The description of a column, edited like a Markdown property. */
export const DESCRIPTION: CellDefinition = {
  id: 'description',
  qualifiedName: 'description',
  name: 'Description',
  help: undefined,
  valueType: 'rich_text',
  isMultiple: false,
  isImmutable: false,
  allowedValues: undefined,
  allowedTypes: [],
  isInColumnsTable: true,
  colors: new Map(),
};

/** The tags of a column, edited like a property with several urns; so are {@link TERMS}. */
export const TAGS: CellDefinition = labels('tags', 'Tags', { name: 'tag', graphqlName: 'TAG' });

/** The glossary terms of a column. */
export const TERMS: CellDefinition = labels('terms', 'Terms', {
  name: 'glossaryTerm',
  graphqlName: 'GLOSSARY_TERM',
});

function labels(id: 'tags' | 'terms', name: string, type: AllowedType): CellDefinition {
  return {
    ...DESCRIPTION,
    id,
    name,
    qualifiedName: id,
    valueType: 'urn',
    isMultiple: true,
    allowedTypes: [type],
  };
}

/**
 * The visible structured properties that apply to columns of this dataset: first those set to be shown in the columns
 * table, then by name.
 */
export function useColumnProperties(dataset: string): {
  readonly data: readonly CellDefinition[] | undefined;
  readonly error: Error | null;
} {
  const { data: known, error: failure } = useDefinitions('schemaField');
  // Typed and pasted texts are compared with all allowed values.
  const { data, error: valuesFailure } = useCompleteDefinitions(known);
  const cells = useMemo(() => {
    const platform = `urn:li:dataPlatform:${platformOf(dataset) ?? ''}`;
    return data
      ?.filter(({ allowedPlatforms: only }) => only.length === 0 || only.includes(platform))
      .map((definition) => ({
        ...definition,
        id: definition.urn,
        help: definition.description,
        allowedValues: choicesOf(definition)?.map(({ value }) => value),
      }))
      .sort((a, b) => Number(b.isInColumnsTable) - Number(a.isInColumnsTable));
  }, [data, dataset]);
  return { data: cells, error: failure ?? valuesFailure };
}
