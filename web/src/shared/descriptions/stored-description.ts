import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { factsOf } from '../entities/entity-facts.ts';
import { readStoredEntity } from '../entities/use-entity.ts';
import { readColumn } from '../columns/use-column.ts';
import type { StoredDescription } from './description.tsx';

const UPDATE = graphql(`
  mutation updateDescriptionHere($input: DescriptionUpdateInput!) {
    updateDescription(input: $input)
  }
`);

/** The description of an entity. */
export function descriptionOfEntity(urn: string): StoredDescription {
  return {
    urn,
    read: async () => {
      const entity = await readStoredEntity(urn);
      return entity === null ? '' : (factsOf(entity).description ?? '');
    },
    write: (description) => query(UPDATE, { input: { resourceUrn: urn, description } }),
  };
}

/** The description that the catalog has of a column. */
export function descriptionOfColumn(urn: string, dataset: string, path: string): StoredDescription {
  return {
    urn,
    queryKey: ['columnPage', urn],
    read: async () => (await readColumn(urn))?.edited.description ?? '',
    write: (description) =>
      query(UPDATE, {
        input: {
          resourceUrn: dataset,
          subResource: path,
          subResourceType: 'DATASET_FIELD',
          description,
        },
      }),
  };
}
