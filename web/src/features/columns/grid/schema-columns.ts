import { useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { shortName } from '../../../urls/urn.ts';
import { inTreeOrder, type TreePlace } from '../column-tree.ts';

const SCHEMA = graphql(`
  query datasetColumns($urn: String!) {
    dataset(urn: $urn) {
      urn
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
        fields {
          fieldPath
          label
          nullable
          description
          type
          nativeDataType
          isPartOfKey
          tags {
            tags {
              tag {
                urn
                properties {
                  name
                }
              }
            }
          }
          glossaryTerms {
            terms {
              term {
                urn
                properties {
                  name
                }
              }
            }
          }
          schemaFieldEntity {
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
                properties {
                  name
                }
              }
            }
          }
          glossaryTerms {
            terms {
              term {
                urn
                properties {
                  name
                }
              }
            }
          }
        }
      }
    }
  }
`);

type DatasetSchema = NonNullable<ResultOf<typeof SCHEMA>['dataset']>;
type Field = NonNullable<DatasetSchema['schemaMetadata']>['fields'][number];
type Edited = NonNullable<DatasetSchema['editableSchemaMetadata']>['editableSchemaFieldInfo'][number];

/** A tag or a glossary term. */
export interface Label {
  readonly urn: string;
  readonly name: string;
}

/** Tags or terms of a column. */
export interface Labels {
  /** From the source; read-only. */
  readonly source: readonly Label[];
  /** Added in the catalog. */
  readonly edited: readonly Label[];
}

/** A column of a dataset. */
export interface SchemaColumn extends TreePlace {
  readonly path: string;
  /** Urn of the column as an entity; undefined if its path cannot be part of one. */
  readonly urn: string | undefined;
  /** Platform-independent type: `STRING`. */
  readonly type: string;
  /** Native type of the platform. */
  readonly nativeType: string;
  readonly isNullable: boolean;
  /** Description from the source. */
  readonly sourceDescription: string;
  /** Description edited in the catalog, which takes precedence; undefined if there is none. */
  readonly editedDescription: string | undefined;
  readonly tags: Labels;
  readonly terms: Labels;
  readonly isPrimaryKey: boolean;
  /** Names of the datasets that its foreign keys reference. */
  readonly refersTo: readonly string[];
}

/** Key of the query that holds the columns of a dataset. */
export function columnsKey(dataset: string): readonly string[] {
  return ['datasetColumns', dataset];
}

/** The columns of a dataset, nested ones after their parents; empty if it has no schema. */
export function useSchemaColumns(dataset: string): {
  readonly data: readonly SchemaColumn[] | undefined;
  readonly error: Error | null;
} {
  return useQuery({
    queryKey: columnsKey(dataset),
    meta: { shows: { urns: [dataset] } },
    queryFn: async ({ signal }) => columnsOf((await query(SCHEMA, { urn: dataset }, signal)).dataset),
    // Megabytes for ten thousand columns: refetched only after a write and when the page is opened later.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

function columnsOf(dataset: DatasetSchema | null): readonly SchemaColumn[] {
  const schema = dataset?.schemaMetadata;
  if (!schema) return [];
  const edited = new Map(
    (dataset.editableSchemaMetadata?.editableSchemaFieldInfo ?? []).map((info) => [info.fieldPath, info]),
  );
  const keys = new Set(schema.primaryKeys ?? []);
  const references = referencesOf(schema.foreignKeys ?? []);
  const columns = schema.fields.map((field) => {
    const own = edited.get(field.fieldPath);
    return {
      path: field.fieldPath,
      urn: field.schemaFieldEntity?.urn,
      type: field.type,
      nativeType: field.nativeDataType ?? '',
      isNullable: field.nullable,
      sourceDescription: field.description ?? '',
      editedDescription: own?.description ?? undefined,
      tags: labelsOf(tagsOf(field), tagsOf(own)),
      terms: labelsOf(termsOf(field), termsOf(own)),
      isPrimaryKey: field.isPartOfKey === true || keys.has(field.fieldPath),
      refersTo: references.get(field.fieldPath) ?? [],
    };
  });
  return inTreeOrder(columns);
}

type ForeignKey = NonNullable<NonNullable<DatasetSchema['schemaMetadata']>['foreignKeys']>[number];

function referencesOf(keys: readonly ForeignKey[]): ReadonlyMap<string, string[]> {
  const references = new Map<string, string[]>();
  for (const key of keys) {
    const target = key?.foreignDataset?.urn;
    for (const source of key?.sourceFields ?? []) {
      if (target === undefined || !source) continue;
      references.set(source.fieldPath, [...(references.get(source.fieldPath) ?? []), shortName(target)]);
    }
  }
  return references;
}

interface Named {
  readonly urn: string;
  readonly properties: { readonly name: string } | null;
}

function tagsOf(holder: Field | Edited | undefined): Named[] {
  return holder?.tags?.tags?.map(({ tag }) => tag) ?? [];
}

function termsOf(holder: Field | Edited | undefined): Named[] {
  return holder?.glossaryTerms?.terms?.map(({ term }) => term) ?? [];
}

function labelsOf(source: readonly Named[], edited: readonly Named[]): Labels {
  const named = ({ urn, properties }: Named): Label => ({ urn, name: properties?.name ?? shortName(urn) });
  return { source: source.map(named), edited: edited.map(named) };
}
