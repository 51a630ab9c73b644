import { DATA_PRODUCTS } from '../model/aspects/derived-from-links.ts';
import type { AspectKey } from '../model/aspect.ts';
import { entityTypeOf, type Urn } from '../model/urn.ts';
import { VERSIONS } from '../model/version-set.ts';
import type { Step } from './decision-step.ts';
import type { RuleContext } from './rules.ts';
import { assetsOf, changedAssets } from './side-effects/products-of-assets.ts';
import { latestOf, setIn, versionProperties, type JoinedSet } from './version-sets.ts';

const { entityType, aspectName } = DATA_PRODUCTS.source;

type Rows = Pick<RuleContext, 'found' | 'state'>;

/**
 * Assets that a decided batch adds to data products, changes in them or removes. Without assets that the batch
 * creates, and without those of a data product that it deletes.
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

/**
 * The set to which a decided step adds its asset, or in which it makes its asset the latest version. None if it was
 * the latest version before, or if the step follows from another one.
 */
export function setsJoinedBy({ aspect, context, isFollowUp, urn }: Step): readonly JoinedSet[] {
  if (aspect.name !== VERSIONS.ofAsset || isFollowUp === true) return [];
  const { found, state } = context;
  const after = versionProperties(urn, state);
  const set = setIn(after);
  if (set === undefined) return [];
  const latest = latestOf(set, found);
  const isMember = setIn(versionProperties(urn, found)) === set;
  if (latest === urn || (isMember && after?.['isLatest'] !== true)) return [];
  return [{ set, exists: found.entity(set) !== undefined, latest }];
}
