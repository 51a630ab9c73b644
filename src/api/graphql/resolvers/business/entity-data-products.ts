import { invalidRequest } from '../../../../errors.ts';
import type { EntityReference } from '../../../../model/entity-reference.ts';
import { PRODUCT_INFO } from '../../../../operations/data-products/data-product.ts';
import { getEntities } from '../../../../operations/entities/get-entities.ts';
import { getRelationships } from '../../../../operations/relationships/get-relationships.ts';
import { objects, text, texts } from '../../../../util/json/json-members.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { answeredBy } from '../fields/bind-operation.ts';
import { because } from '../../../../refusals.ts';

/** Maximum number of entities in one request. */
const MOST_ENTITIES = 100;
/** Maximum number of data products of one entity that are shown. */
const MOST_PRODUCTS = 1_000;

/** Query of the data products of several entities. */
export const ENTITY_DATA_PRODUCT_QUERIES = {
  bulkEntityDataProducts: answeredBy([getRelationships, getEntities], async (_root, { input }, context) => {
    const { urns } = input;
    if (urns.length > MOST_ENTITIES) {
      throw invalidRequest(
        `input.urns names ${urns.length} entities. Request at most ${MOST_ENTITIES} at once.`,
        undefined,
        because('LIST_TOO_LONG', { size: urns.length, most: MOST_ENTITIES }),
      );
    }
    const entities = urns.map((urn) => context.references.parse(urn));
    return { entities: await Promise.all(entities.map((entity) => productsOf(entity, context))) };
  }),
} satisfies Partial<Resolvers['Query']>;

/** The data products of an entity, or of one of its siblings. */
async function productsOf(entity: EntityReference, context: GraphqlContext): Promise<object> {
  const { loader, references } = context;
  const siblings = texts((await loader.aspect(entity.urn, 'siblings'))?.['siblings']);
  const group = [entity, ...siblings.flatMap((urn) => references.find(urn) ?? [])];
  const found = await Promise.all(group.map(({ urn }) => productsWith(urn, context)));
  const names: ReadonlySet<string> = new Set(group.map(({ urn }) => urn));
  const products = new Map(found.flat().map((product) => [product.urn, product]));
  const dataProductAssociations = await Promise.all(
    [...products.values()].map(async (dataProduct) => {
      const assets = objects((await loader.aspect(dataProduct.urn, PRODUCT_INFO))?.['assets']);
      const isOutputPort = assets.some(
        ({ destinationUrn, outputPort }) => outputPort === true && names.has(text(destinationUrn) ?? ''),
      );
      return { dataProduct, isOutputPort };
    }),
  );
  return { urn: entity.urn, dataProductAssociations };
}

async function productsWith(
  urn: EntityReference['urn'],
  context: GraphqlContext,
): Promise<readonly EntityReference[]> {
  const { entities } = await context.run(getRelationships, {
    urn,
    types: ['DataProductContains'],
    direction: 'INCOMING',
    start: 0,
    count: MOST_PRODUCTS,
    includeSoftDelete: false,
  });
  const found = entities.map((related) => context.references.to(related.urn));
  return found.filter(({ entityType }) => entityType === 'dataProduct');
}
