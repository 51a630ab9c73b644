import { invalidRequest } from '../../../errors.ts';
import { asObject } from '../../../util/json/json-input.ts';
import { noteUnknownMembers } from '../../http/requests/unknown-members.ts';
import { aspectMembersJson, listJson, scrollIdMember } from '../aspect-json.ts';
import type { Dialect } from '../dialect.ts';

/** Version 2: an entity has its aspects in `aspects`, a single aspect is sent without envelope, and POST upserts. */
export const V2: Dialect = {
  basePath: '/openapi/v2/entity',
  createsByDefault: false,
  answersAsyncWrites: false,
  aspectsOf(element, at) {
    const aspects = element['aspects'];
    if (aspects === undefined || aspects === null) {
      throw invalidRequest(`Missing \`aspects\` field in ${at}. Send {"urn", "aspects": {name: {"value"}}}.`);
    }
    noteUnknownMembers(element, ['urn', 'aspects', 'scrollId'], at);
    return asObject(aspects, `${at}.aspects`);
  },
  aspectItemOf: (body) => ({ value: body, isBare: true }),
  entityJson: (urn, aspects, withSystemMetadata) =>
    `{"urn":${JSON.stringify(urn)},"aspects":{${aspectMembersJson(aspects, withSystemMetadata)}}}`,
  aspectJson: (aspect, withSystemMetadata) => V2.entityJson(aspect.urn, [aspect], withSystemMetadata),
  pageJson: ({ scrollId, entities }) => `{${scrollIdMember(scrollId)}"results":${listJson(entities)}}`,
};
