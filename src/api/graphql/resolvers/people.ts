import { invalidRequest } from '../../../errors.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { details, fromAspect, fromKey } from './aspect-field.ts';

const userDetails = details('corpUserInfo', {}, (value) => ({ active: value['active'] === true }));
const groupDetails = details('corpGroupInfo');

/** Fields of `CorpUser`. */
export const CORP_USER: FieldResolvers = {
  username: fromKey('username'),
  properties: userDetails,
  info: userDetails,
  editableProperties: fromAspect('corpUserEditableInfo', (value) => value),
};

/** Fields of `CorpGroup`. */
export const CORP_GROUP: FieldResolvers = { properties: groupDetails, info: groupDetails };

/** Who asks. */
export const PEOPLE_QUERIES: FieldResolvers = {
  me: (_root: unknown, _args: unknown, { catalog, references }: GraphqlContext) => {
    const corpUser = references.to(catalog.actor.urn);
    if (corpUser.entityType !== 'corpuser') throw invalidRequest(`${corpUser.urn} is no user.`);
    return { corpUser };
  },
};
