import type { EntityReference } from '../../../../model/entity-reference.ts';
import { addToDataProducts } from '../../../../operations/data-products/add-to-data-products.ts';
import { createDataProduct } from '../../../../operations/data-products/create-data-product.ts';
import { PRODUCT_INFO } from '../../../../operations/data-products/data-product.ts';
import { deleteDataProduct } from '../../../../operations/data-products/delete-data-product.ts';
import { moveDataProduct } from '../../../../operations/data-products/move-data-product.ts';
import { removeFromDataProducts } from '../../../../operations/data-products/remove-from-data-products.ts';
import { setDataProduct } from '../../../../operations/data-products/set-data-product.ts';
import { updateDataProduct } from '../../../../operations/data-products/update-data-product.ts';
import { objects, text } from '../../../../util/json/json-members.ts';
import { DONE, answeredBy, ofArguments, ofInput, ofUrnAndInput } from '../fields/bind-operation.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { ArgumentsOf } from '../../schema/schema-resolvers.ts';
import type { Resolvers, Result } from '../../schema/schema-types.generated.ts';
import { searchWithin } from './search-within.ts';
import { getEntities } from '../../../../operations/entities/get-entities.ts';
import { searchEntities } from '../../../../operations/search/search-entities.ts';

/** Mutations of data products and of their assets. */
export const DATA_PRODUCT_MUTATIONS = {
  createDataProduct: ofInput(createDataProduct, { present: (product) => product }),
  updateDataProduct: ofUrnAndInput(updateDataProduct, { present: (product) => product }),
  moveDataProduct: ofInput(moveDataProduct, DONE),
  deleteDataProduct: ofArguments(deleteDataProduct, DONE),
  batchSetDataProduct: ofInput(setDataProduct, DONE),
  batchAddToDataProducts: ofInput(addToDataProducts, DONE),
  batchRemoveFromDataProducts: ofInput(removeFromDataProducts, DONE),
} satisfies Partial<Resolvers['Mutation']>;

/** Searches the assets of a data product. */
export const DATA_PRODUCT_QUERIES = {
  listDataProductAssets: answeredBy([getEntities, searchEntities], async (_root, { urn, input }, context) =>
    productContents(context.references.parseAs('dataProduct', urn), { input }, context),
  ),
} satisfies Partial<Resolvers['Query']>;

/** Search results among the assets of a data product. */
export async function productContents(
  { urn }: EntityReference,
  { input }: ArgumentsOf<'DataProduct', 'entities'>,
  context: GraphqlContext,
): Promise<Result<'SearchResults'>> {
  const value = await context.loader.aspect(urn, PRODUCT_INFO);
  const assets = objects(value?.['assets']).flatMap(({ destinationUrn }) => text(destinationUrn) ?? []);
  return searchWithin(assets, input ?? { query: '*' }, context);
}
