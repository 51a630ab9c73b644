import { defineOperation } from '../operation.ts';
import { deleteEverywhere } from '../stored.ts';
import { PRODUCT_NEED, requireProduct } from './data-product.ts';
import { objectOf } from '../shapes.ts';

/** Deletes a data product and, in the background, references to it. */
export const deleteDataProduct = defineOperation({
  name: 'deleteDataProduct',
  effect: 'delete',
  summary: 'Deletes a data product; references to it are removed in the background.',
  input: (types) => objectOf({ urn: types.entityOf('dataProduct') }),
  // EDIT_ENTITY on the product passes too; the write then needs DELETE_ENTITY by the general rules.
  needs: { ...PRODUCT_NEED, anyOf: ['MANAGE_DATA_PRODUCTS'] },
  run: async ({ urn: product }, work) => {
    await requireProduct(product, work);
    await deleteEverywhere(product, work);
  },
});
