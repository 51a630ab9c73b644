import { DATA_PRODUCTS, INCIDENTS_SUMMARY } from '../../model/aspects/derived-from-links.ts';
import type { Urn } from '../../model/urn.ts';
import type { CurrentState } from '../../store/metadata-store.ts';
import type { JsonObject } from '../../util/json.ts';
import { summaryNow } from './incidents-summaries.ts';
import { productsNow } from './products-of-assets.ts';
import { NOTHING_FOLLOWS, type SideEffect } from './side-effect.ts';

type UpToDate = (value: JsonObject, asset: Urn, state: CurrentState) => JsonObject;

/** Recomputes each derived aspect from its current sources. */
const UP_TO_DATE: Readonly<Record<string, UpToDate>> = {
  [INCIDENTS_SUMMARY.derived]: summaryNow,
  [DATA_PRODUCTS.derived]: productsNow,
};

/**
 * Updates a restored derived aspect: removes entries of entities that no longer name the asset, and recomputes the
 * others. It was not maintained while it was deleted.
 */
export const restoredLinks: SideEffect = {
  name: 'restoredLinks',
  entityTypes: undefined,
  aspects: Object.keys(UP_TO_DATE),
  isOfRun: false,
  follow: ({ aspect, context: { state }, proposal, urn }) => {
    const upToDate = UP_TO_DATE[aspect.name];
    if (proposal.restores === undefined || upToDate === undefined) return NOTHING_FOLLOWS;
    return () => {
      const restored = state.row(urn, aspect.name)?.aspect.value;
      if (restored === undefined) return [];
      const value = upToDate(restored, urn, state);
      return [{ urn, aspectName: aspect.name, changeType: 'UPSERT', value }];
    };
  },
};
