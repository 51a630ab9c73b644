import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import type { ResultOf } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { platformOf } from '../../urls/urn.ts';

const DEFINITIONS = graphql(`
  query columnProperties($start: Int!, $count: Int!) {
    searchAcrossEntities(
      input: {
        types: [STRUCTURED_PROPERTY]
        query: "*"
        start: $start
        count: $count
        orFilters: [{ and: [{ field: "entityTypes", values: ["urn:li:entityType:datahub.schemaField"] }] }]
      }
    ) {
      total
      searchResults {
        entity {
          __typename
          urn
          ... on StructuredPropertyEntity {
            status {
              removed
            }
            settings {
              isHidden
              showInColumnsTable
            }
            definition {
              qualifiedName
              displayName
              description
              cardinality
              immutable
              valueType {
                urn
              }
              allowedPlatforms {
                urn
              }
              typeQualifier {
                allowedTypes {
                  urn
                  info {
                    type
                  }
                }
              }
              allowedValues {
                value {
                  ... on StringValue {
                    stringValue
                  }
                  ... on NumberValue {
                    numberValue
                  }
                }
              }
            }
          }
        }
      }
    }
  }
`);

type Found = NonNullable<
  ResultOf<typeof DEFINITIONS>['searchAcrossEntities']
>['searchResults'][number]['entity'];

type TypeQualifier = NonNullable<
  Extract<Found, { __typename: 'StructuredPropertyEntity' }>['definition']['typeQualifier']
>;
type EntityTypeName = NonNullable<TypeQualifier['allowedTypes']>[number]['info']['type'];

/** A value of a structured property; dates as `yyyy-MM-dd`, entities as urns, rich text as Markdown. */
export type Value = string | number;

/** What a value is. Values of custom types are edited as texts. */
export type ValueType = 'string' | 'number' | 'date' | 'urn' | 'rich_text';

/** A type of entities, as urns and as GraphQL name it. */
export interface AllowedType {
  readonly name: string;
  readonly graphqlName: EntityTypeName;
}

/** What the grid knows of a kind of cell that can be edited: a structured property, or the description. */
export interface CellDefinition {
  /** Urn of the property; `description` for the description. */
  readonly id: string;
  /** Fully qualified name of the property, by which addresses name it. */
  readonly qualifiedName: string;
  readonly name: string;
  readonly help: string | undefined;
  readonly valueType: ValueType;
  readonly isMultiple: boolean;
  /** A value cannot be changed once set. */
  readonly isImmutable: boolean;
  /** Undefined: any value of the type. */
  readonly allowedValues: readonly Value[] | undefined;
  /** Types of the entities that a value of type `urn` may refer to; empty for all. */
  readonly allowedTypes: readonly AllowedType[];
  /** Shown unless the address names others. */
  readonly isInColumnsTable: boolean;
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

const PAGE_SIZE = 500;

/**
 * The structured properties that columns of this dataset may have and people are shown, first those made for the table
 * of columns, then by name.
 */
export function useColumnProperties(dataset: string): {
  readonly data: readonly CellDefinition[] | undefined;
  readonly error: Error | null;
} {
  const platform = `urn:li:dataPlatform:${platformOf(dataset) ?? ''}`;
  return useQuery({
    queryKey: ['columnProperties', platform],
    queryFn: async ({ signal }) => {
      const found: Found[] = [];
      for (let total = 1; found.length < total;) {
        const { searchAcrossEntities: page } = await query(
          DEFINITIONS,
          { start: found.length, count: PAGE_SIZE },
          signal,
        );
        if (!page || page.searchResults.length === 0) break;
        found.push(...page.searchResults.map(({ entity }) => entity));
        total = page.total;
      }
      return found
        .flatMap((entity) => definitionOf(entity, platform))
        .sort(
          (a, b) =>
            Number(b.isInColumnsTable) - Number(a.isInColumnsTable) || a.name.localeCompare(b.name, 'en'),
        );
    },
    staleTime: 30_000,
  });
}

function definitionOf(entity: Found, platform: string): CellDefinition[] {
  if (entity.__typename !== 'StructuredPropertyEntity') return [];
  const { urn, definition, settings, status } = entity;
  const platforms = definition.allowedPlatforms ?? [];
  if (settings?.isHidden === true || status?.removed === true) return [];
  if (platforms.length > 0 && !platforms.some((allowed) => allowed.urn === platform)) return [];
  const { displayName, qualifiedName, description } = definition;
  return [
    {
      id: urn,
      qualifiedName,
      name: displayName === null || displayName === '' ? qualifiedName : displayName,
      help: description ?? undefined,
      valueType: valueTypeOf(definition.valueType.urn),
      isMultiple: definition.cardinality === 'MULTIPLE',
      isImmutable: definition.immutable,
      allowedValues: definition.allowedValues?.map(({ value }) =>
        'stringValue' in value ? value.stringValue : value.numberValue,
      ),
      allowedTypes: (definition.typeQualifier?.allowedTypes ?? []).map((type) => ({
        name: lastPart(type.urn),
        graphqlName: type.info.type,
      })),
      isInColumnsTable: settings?.showInColumnsTable === true,
    },
  ];
}

function valueTypeOf(urn: string): ValueType {
  const type = lastPart(urn);
  return type === 'number' || type === 'date' || type === 'urn' || type === 'rich_text' ? type : 'string';
}

function lastPart(urn: string): string {
  return urn.replace(/^urn:li:(?:dataType|entityType):(?:datahub\.)?/, '');
}
