import { DATA_PRODUCTS } from '../../model/aspects/derived-from-links.ts';
import { entityTypeOf, isUrn, type Urn } from '../../model/urn.ts';
import { objects } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import type { CurrentState } from '../../store/metadata-store.ts';
import type { SideEffect } from './side-effect.ts';

const { derived: PRODUCTS, source: PRODUCT } = DATA_PRODUCTS;
const PROPERTIES = PRODUCT.aspectName;

/**
 * Lists the data products of each asset in its `dataProducts`, by which search finds the assets of a product. Skips
 * assets that do not exist yet.
 */
export const productsOfAssets: SideEffect = {
  name: 'productsOfAssets',
  entityTypes: [PRODUCT.entityType],
  aspects: [PROPERTIES],
  isOfRun: false,
  follow: ({ context: { registry, state }, isStored, targets, urn: product }) => {
    // Only what changes is read: a product may have many assets.
    const before =
      isStored === true ? new Map<Urn, boolean>() : assetsOf(state.row(product, PROPERTIES)?.aspect.value);
    return () => {
      const after = assetsOf(state.row(product, PROPERTIES)?.aspect.value);
      const changed = changedAssets(before, after).filter((asset) => targets?.has(asset) !== false);
      return changed.flatMap((asset) => {
        const spec = registry.entities.get(entityTypeOf(asset));
        if (spec?.aspects.has(PRODUCTS) !== true || state.entity(asset) === undefined) return [];
        const listed = objects(state.row(asset, PRODUCTS)?.aspect.value[PRODUCTS]);
        const value = { [PRODUCTS]: withProduct(listed, product, after.get(asset)) };
        return [{ urn: asset, aspectName: PRODUCTS, changeType: 'UPSERT', value }];
      });
    };
  },
};

/** Assets that are only in one of two asset lists of a product, or in both with another role. */
export function changedAssets(
  before: ReadonlyMap<Urn, boolean>,
  after: ReadonlyMap<Urn, boolean>,
): readonly Urn[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (asset) => before.get(asset) !== after.get(asset),
  );
}

/** The listed data products that still contain the asset. */
export function productsNow(products: JsonObject, asset: Urn, state: Pick<CurrentState, 'row'>): JsonObject {
  const listed = objects(products[PRODUCTS]);
  const named = listed.flatMap(({ destinationUrn: urn }) =>
    typeof urn === 'string' && isUrn(urn) ? [urn] : [],
  );
  const now = named.reduce<readonly JsonObject[]>((left, product) => {
    const assets = assetsOf(state.row(product, PROPERTIES)?.aspect.value);
    return withProduct(left, product, assets.get(asset));
  }, listed);
  return { ...products, [PRODUCTS]: now };
}

/** The list with the product at its place, or without it if the asset is not in it. */
function withProduct(
  listed: readonly JsonObject[],
  product: Urn,
  outputPort: boolean | undefined,
): readonly JsonObject[] {
  const others = listed.filter(({ destinationUrn }) => destinationUrn !== product);
  if (outputPort === undefined) return others;
  const known = listed.find(({ destinationUrn }) => destinationUrn === product);
  const entry = { ...known, destinationUrn: product, outputPort };
  return known === undefined ? [...others, entry] : listed.map((one) => (one === known ? entry : one));
}

/** Whether each asset of a product is an output port. */
export function assetsOf(properties: JsonObject | undefined): ReadonlyMap<Urn, boolean> {
  return new Map(
    objects(properties?.['assets']).flatMap(({ destinationUrn, outputPort }) =>
      typeof destinationUrn === 'string' && isUrn(destinationUrn)
        ? [[destinationUrn, outputPort === true] as const]
        : [],
    ),
  );
}
