import { invalidRequest } from '../../../errors.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { EntityReference } from '../entity-reference.ts';
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
  editableInfo: fromAspect('corpUserEditableInfo', (value) => value),
  status: fromAspect('corpUserStatus', ({ status }) => (isUserStatus(status) ? status : null)),
  isNativeUser: ({ urn }: EntityReference, _args: unknown, { catalog }: GraphqlContext) =>
    catalog.accounts.hasPassword(urn),
};

/** Fields of `CorpGroup`. */
export const CORP_GROUP: FieldResolvers = {
  properties: groupDetails,
  info: groupDetails,
  editableProperties: fromAspect('corpGroupEditableInfo', (value) => value),
  editableInfo: fromAspect('corpGroupEditableInfo', (value) => value),
  origin: fromAspect('origin', (value) => value),
};

/** Who asks. */
export const PEOPLE_QUERIES: FieldResolvers = {
  me: (_root: unknown, _args: unknown, { catalog, references }: GraphqlContext) => {
    const corpUser = references.to(catalog.actor.urn);
    if (corpUser.entityType !== 'corpuser') throw invalidRequest(`${corpUser.urn} is no user.`);
    return { corpUser };
  },
};

/** Ingested users may have a status that the schema does not know. */
function isUserStatus(status: unknown): boolean {
  return status === 'ACTIVE' || status === 'SUSPENDED';
}
