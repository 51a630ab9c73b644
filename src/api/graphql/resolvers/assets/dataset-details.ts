import type { EntityReference } from '../../../../model/entity-reference.ts';
import { columnAt } from '../../../../model/aspects/column-at.ts';
import { urnParts } from '../../../../model/urn.ts';
import { equalTo } from '../../../../operations/search/find-entities.ts';
import { object } from '../../../../util/json/json-members.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { ofType } from '../../presenters/associations.ts';
import { fineGrainedLineages } from '../../presenters/column-lineage.ts';
import { schemaField, shownSchema } from '../../presenters/schema.ts';
import type { ArgumentsOf } from '../../schema/schema-resolvers.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { after, fromAspect } from '../fields/aspect-field.ts';
import { businessAttributesOf } from '../business/business.ts';
import { scrollBy } from '../fields/search-by.ts';
import { getRelationships } from '../../../../operations/relationships/get-relationships.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';

const logicalParent = fromAspect('logicalParent', (value, references) =>
  references.find(object(value['parent'])?.['destinationUrn']),
);

/** Further fields of `Dataset`: legacy fields, column-level lineage, contract, runs and logical parent. */
export const DATASET_DETAILS = {
  platformNativeType: () => null,
  constraints: () => [],
  schema,
  fineGrainedLineages: fromAspect('upstreamLineage', fineGrainedLineages),
  logicalParent,
  contract,
  runs,
  siblingsSearch: scrollBy({ field: 'siblings' }),
} satisfies Partial<Resolvers['Dataset']>;

/** Fields of `SchemaFieldEntity` that are not derived from its urn. */
export const COLUMN_DETAILS = {
  logicalParent,
  schemaField: ({ urn }, _args, { loader, references }) => {
    const [parent = '', path = ''] = urnParts(urn).key;
    const dataset = references.find(parent);
    if (dataset === undefined) return null;
    return after(loader.aspect(dataset.urn, 'schemaMetadata'), (schema) => {
      const field = columnAt(schema?.['fields'], path);
      return field && schemaField(field, dataset.urn, references);
    });
  },
} satisfies Partial<Resolvers['SchemaFieldEntity']>;

/** Fields of `SchemaField` that are stored with the schemaField entity. */
export const SCHEMA_FIELD = {
  businessAttributes: ({ schemaFieldEntity }, args, context) =>
    schemaFieldEntity && businessAttributesOf(schemaFieldEntity, args, context),
} satisfies Partial<Resolvers['SchemaField']>;

async function schema(
  { urn }: EntityReference,
  _args: unknown,
  { loader, references }: GraphqlContext,
): Promise<object | null> {
  const stored = (await loader.entity(urn))?.get('schemaMetadata');
  if (stored === undefined) return null;
  const { lastObserved } = stored.systemMetadata;
  return { ...shownSchema(stored.value, urn, references), lastObserved };
}

/** The first contract of the dataset, without soft-deleted ones. */
async function contract(
  { urn }: EntityReference,
  _args: unknown,
  context: GraphqlContext,
): Promise<EntityReference | undefined> {
  const { entities } = await context.run(getRelationships, {
    urn,
    types: ['ContractFor'],
    direction: 'INCOMING',
    start: 0,
    count: 1,
    includeSoftDelete: false,
  });
  const [first] = entities;
  return first && ofType('dataContract', context.references.to(first.urn));
}

/** Runs that wrote the dataset (INCOMING) or read it (OUTGOING), latest first. */
async function runs(
  { urn }: EntityReference,
  { start, count, direction }: ArgumentsOf<'Dataset', 'runs'>,
  context: GraphqlContext,
): Promise<object> {
  const filter = [[equalTo(direction === 'INCOMING' ? 'outputs' : 'inputs', urn)]];
  const sort = [{ field: 'created', order: 'DESCENDING' }] as const;
  const listing = { entityTypes: ['dataProcessInstance'], filter, sort, start, count };
  const { entities, ...page } = await context.run(listEntities, listing);
  return { ...page, runs: entities };
}
