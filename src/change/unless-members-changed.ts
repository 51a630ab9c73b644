import { CatalogError } from '../errors.ts';
import { DATA_PRODUCTS } from '../model/aspects/derived-from-links.ts';
import type { AspectKey } from '../model/aspect.ts';
import { entityTypeOf, type Urn } from '../model/urn.ts';
import { listOf } from '../util/list-text.ts';
import type { RuleContext } from './rules.ts';
import { assetsOf, changedAssets } from './side-effects/products-of-assets.ts';

const { entityType, aspectName } = DATA_PRODUCTS.source;

type Rows = Pick<RuleContext, 'found' | 'state'>;

/** CONFLICT: the batch changes the membership of assets that were not checked. A check and a retry help. */
export class MembersChangedError extends CatalogError {
  readonly members: readonly Urn[];

  constructor(members: readonly Urn[]) {
    const assets = listOf(members, (asset) => asset);
    super('CONFLICT', `The data product was changed concurrently: ${assets}. Try again.`);
    this.members = members;
  }
}

/**
 * Assets that a decided batch puts into data products, changes in them or takes out. Not those that it creates, nor those
 * of a data product that it deletes as a whole.
 */
export function membersChangedBy(writes: readonly AspectKey[], { found, state }: Rows): readonly Urn[] {
  const written = writes.filter((one) => isOfMembers(one.aspectName) && entityTypeOf(one.urn) === entityType);
  const products = [...new Set(written.map(({ urn }) => urn))].filter(
    (urn) => state.entity(urn) !== undefined,
  );
  const changed = products.flatMap((product) => {
    const [before, after] = [found, state].map((rows) => rows.row(product, aspectName)?.aspect.value);
    return changedAssets(assetsOf(before), assetsOf(after));
  });
  return changed.filter((asset) => found.entity(asset) !== undefined || state.entity(asset) === undefined);
}

/** Whether an aspect of this name can list the assets of a data product. */
export function isOfMembers(name: string): boolean {
  return name === aspectName;
}

/** Throws MembersChangedError unless all changed assets are among the checked ones. */
export function requireCheckedMembers(changed: readonly Urn[], checked: ReadonlySet<Urn>): void {
  const unchecked = [...new Set(changed)].filter((asset) => !checked.has(asset));
  if (unchecked.length > 0) throw new MembersChangedError(unchecked);
}
