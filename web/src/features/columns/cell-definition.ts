import { useMemo } from 'react';
import { platformOf } from '../../urls/urn.ts';
import type { PropertyDefinition, Value } from '../values/property-definition.ts';
import { useDefinitions } from '../values/use-definitions.ts';

/** What the grid knows of a kind of cell that can be edited: a structured property, or the description. */
export interface CellDefinition extends Pick<
  PropertyDefinition,
  'qualifiedName' | 'name' | 'valueType' | 'isMultiple' | 'isImmutable' | 'allowedTypes' | 'isInColumnsTable'
> {
  /** Urn of the property; `description` for the description. */
  readonly id: string;
  readonly help: string | undefined;
  /** Undefined: any value of the type. */
  readonly allowedValues: readonly Value[] | undefined;
}

/** The description of a column, edited like a property of Markdown. */
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
};

/**
 * The structured properties that columns of this dataset may have and people are shown, first those made for the table
 * of columns, then by name.
 */
export function useColumnProperties(dataset: string): {
  readonly data: readonly CellDefinition[] | undefined;
  readonly error: Error | null;
} {
  const { data, error } = useDefinitions('schemaField');
  const cells = useMemo(() => {
    const platform = `urn:li:dataPlatform:${platformOf(dataset) ?? ''}`;
    return data
      ?.filter(({ allowedPlatforms: only }) => only.length === 0 || only.includes(platform))
      .map((definition) => ({
        ...definition,
        id: definition.urn,
        help: definition.description,
        allowedValues: definition.allowedValues?.map(({ value }) => value),
      }))
      .sort((a, b) => Number(b.isInColumnsTable) - Number(a.isInColumnsTable));
  }, [data, dataset]);
  return { data: cells, error };
}
