import { invalidRequest } from '../../../errors.ts';
import type { FacetResult } from '../../../operations/search/count-facets.ts';
import { asObject } from '../../../util/json/json-input.ts';
import { aspectItemJson, aspectMembersJson, listJson, scrollIdMember } from '../aspect-json.ts';
import { enveloped } from '../read-batch.ts';
import type { Dialect } from '../dialect.ts';
import { because } from '../../../refusals.ts';

/** Version 3: an entity has its aspects as members, each in an envelope, and a POST of one aspect only creates it. */
export const V3: Dialect = {
  basePath: '/openapi/v3/entity',
  createsByDefault: true,
  answersAsyncWrites: true,
  aspectsOf: (element) => element,
  aspectItemOf(body) {
    const item = enveloped(asObject(body, 'The body'), 'The body');
    if (item.value === undefined || item.value === null) {
      throw invalidRequest(
        'Missing `value` field in the body. Wrap the aspect: {"value": {...}}.',
        undefined,
        because('INPUT_MISSING', { name: 'value' }),
      );
    }
    return item;
  },
  entityJson(urn, aspects, withSystemMetadata) {
    const members = aspectMembersJson(aspects, withSystemMetadata);
    return `{"urn":${JSON.stringify(urn)}${members === '' ? '' : `,${members}`}}`;
  },
  aspectJson: aspectItemJson,
  pageJson({ scrollId, total, entities, facets }) {
    const page = `${scrollIdMember(scrollId)}"entities":${listJson(entities)},"totalCount":${total}`;
    return facets === undefined ? `{${page}}` : `{${page},"facets":${JSON.stringify(facets.map(facetForm))}}`;
  },
};

function facetForm({ field, buckets }: FacetResult): object {
  return { field, aggregations: Object.fromEntries(buckets.map(({ value, count }) => [value, count])) };
}
