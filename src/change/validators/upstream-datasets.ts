import { entityTypeOf, isUrn } from '../../model/urn.ts';
import { itemText } from '../../util/list-text.ts';
import { isJsonObject } from '../../util/json.ts';
import type { Validator } from '../rules.ts';
import { because } from '../../refusals.ts';

/** The upstreams of a dataset must be datasets, as in DataHub's schema, which types the field as dataset urns. */
export const upstreamDatasets: Validator = {
  name: 'upstreamDatasets',
  aspects: ['upstreamLineage'],
  *check({ after }) {
    const upstreams = after?.['upstreams'];
    if (!Array.isArray(upstreams)) return;
    for (const [i, upstream] of upstreams.entries()) {
      const urn = isJsonObject(upstream) ? upstream['dataset'] : undefined;
      if (typeof urn !== 'string' || !isUrn(urn) || entityTypeOf(urn) === 'dataset') continue;
      const field = `upstreams[${i}].dataset`;
      yield {
        message: `${field} must be the urn of a dataset, but it is ${itemText(urn)}. Name a dataset.`,
        field,
        ...because('ENTITY_TYPE_WRONG', { entityType: entityTypeOf(urn), entityTypes: ['dataset'] }),
      };
    }
  },
};
