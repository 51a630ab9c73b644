import { useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { entityTypeOf } from '../../urls/urn.ts';

const COLUMN = graphql(`
  query columnPage($urn: String!) {
    entity(urn: $urn) {
      ... on SchemaFieldEntity {
        fieldPath
        schemaField {
          description
          type
          nativeDataType
          nullable
          isPartOfKey
          tags {
            tags {
              tag {
                urn
              }
            }
          }
          glossaryTerms {
            terms {
              term {
                urn
              }
            }
          }
        }
        parent {
          urn
          ... on Dataset {
            schemaMetadata(version: 0) {
              primaryKeys
              foreignKeys {
                sourceFields {
                  fieldPath
                }
                foreignDataset {
                  urn
                }
              }
            }
            editableSchemaMetadata {
              editableSchemaFieldInfo {
                fieldPath
                description
                tags {
                  tags {
                    tag {
                      urn
                    }
                  }
                }
                glossaryTerms {
                  terms {
                    term {
                      urn
                    }
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

/** Description, tags and terms of a column from one place: the source, or the catalog. */
export interface ColumnTexts {
  readonly description: string;
  readonly tags: readonly string[];
  readonly terms: readonly string[];
}

/** A column of a dataset. */
export interface ColumnFacts {
  readonly dataset: string;
  readonly path: string;
  /** Type on the platform, or the platform-independent one. */
  readonly type: string;
  readonly isNullable: boolean;
  readonly isPrimaryKey: boolean;
  /** Urns of the datasets that its foreign keys reference. */
  readonly refersTo: readonly string[];
  readonly fromSource: ColumnTexts;
  readonly edited: ColumnTexts;
}

/** A column by its urn; `data` is null for other entities, and for a column that its dataset does not have. */
export function useColumn(urn: string): {
  readonly data: ColumnFacts | null | undefined;
  readonly error: Error | null;
} {
  const isColumn = entityTypeOf(urn) === 'schemaField';
  const { data, error } = useQuery({
    queryKey: ['columnPage', urn],
    meta: { shows: { urns: [urn, tableOf(urn)] } },
    queryFn: ({ signal }) => readColumn(urn, signal),
    enabled: isColumn,
  });
  return { data: isColumn ? data : null, error };
}

/** Reads a column; null for other entities, and for a column that its dataset does not have. Throws {@link ApiError}. */
export async function readColumn(urn: string, signal?: AbortSignal): Promise<ColumnFacts | null> {
  return factsOf((await query(COLUMN, { urn }, signal)).entity);
}

/** The urn of the dataset in the urn of a column; '' for other entities. */
export function tableOf(urn: string): string {
  return /^urn:li:schemaField:\((.+),/.exec(urn)?.[1] ?? '';
}

type Answer = ResultOf<typeof COLUMN>['entity'];

function factsOf(entity: Answer): ColumnFacts | null {
  if (!entity || !('schemaField' in entity) || !entity.schemaField) return null;
  const { fieldPath, parent, schemaField } = entity;
  const schema = 'schemaMetadata' in parent ? parent.schemaMetadata : null;
  const infos =
    'editableSchemaMetadata' in parent ? parent.editableSchemaMetadata?.editableSchemaFieldInfo : undefined;
  const references = (schema?.foreignKeys ?? []).filter((key) =>
    key?.sourceFields?.some((field) => field?.fieldPath === fieldPath),
  );
  return {
    dataset: parent.urn,
    path: fieldPath,
    type:
      schemaField.nativeDataType === null || schemaField.nativeDataType === ''
        ? schemaField.type.toLowerCase()
        : schemaField.nativeDataType,
    isNullable: schemaField.nullable,
    isPrimaryKey:
      schemaField.isPartOfKey === true || (schema?.primaryKeys ?? []).some((key) => key === fieldPath),
    refersTo: references.flatMap((key) => key?.foreignDataset?.urn ?? []),
    fromSource: textsOf(schemaField),
    edited: textsOf(infos?.find((info) => info.fieldPath === fieldPath)),
  };
}

interface Texts {
  readonly description: string | null;
  readonly tags: { readonly tags: readonly { readonly tag: { readonly urn: string } }[] | null } | null;
  readonly glossaryTerms: {
    readonly terms: readonly { readonly term: { readonly urn: string } }[] | null;
  } | null;
}

function textsOf(holder: Texts | undefined): ColumnTexts {
  return {
    description: holder?.description ?? '',
    tags: holder?.tags?.tags?.map(({ tag }) => tag.urn) ?? [],
    terms: holder?.glossaryTerms?.terms?.map(({ term }) => term.urn) ?? [],
  };
}
