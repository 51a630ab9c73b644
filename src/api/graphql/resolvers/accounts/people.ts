import { invalidRequest } from '../../../../errors.ts';
import type { EntityReference, EntityReferences } from '../../../../model/entity-reference.ts';
import { TOKEN } from '../../../../operations/needs.ts';
import { hasPassword } from '../../../../operations/users/has-password.ts';
import { text, texts } from '../../../../util/json/json-members.ts';
import { ofType } from '../../presenters/associations.ts';
import type { CorpUserStatus, Resolvers } from '../../schema/schema-types.generated.ts';
import { details, fromAspect, fromKey } from '../fields/aspect-field.ts';
import { answeredBy } from '../fields/bind-operation.ts';

const userDetails = details('corpUserInfo', {}, (value, references) => ({
  active: value['active'] === true,
  manager: ofType('corpuser', references.find(value['managerUrn'])),
}));
const userEdits = fromAspect('corpUserEditableInfo', (value, references) => ({
  ...value,
  persona: text(value['persona']) === undefined ? null : { urn: value['persona'] },
  platforms: texts(value['platforms']).flatMap((urn) => ofType('dataPlatform', references.find(urn)) ?? []),
}));
const groupDetails = details('corpGroupInfo', {}, (value, references) => ({
  admins: usersIn(value['admins'], references),
  members: usersIn(value['members'], references),
}));

/** Fields of `CorpUser`. */
export const CORP_USER = {
  username: fromKey('username'),
  properties: userDetails,
  info: userDetails,
  editableProperties: userEdits,
  editableInfo: userEdits,
  status: fromAspect('corpUserStatus', ({ status }) => (isUserStatus(status) ? status : null)),
  isNativeUser: ({ urn }, _args, context) => context.run(hasPassword, { user: urn }),
} satisfies Partial<Resolvers['CorpUser']>;

/** Fields of `CorpGroup`. */
export const CORP_GROUP = {
  properties: groupDetails,
  info: groupDetails,
  editableProperties: fromAspect('corpGroupEditableInfo', (value) => value),
  editableInfo: fromAspect('corpGroupEditableInfo', (value) => value),
  origin: fromAspect('origin', (value) => value),
} satisfies Partial<Resolvers['CorpGroup']>;

/** Query for the authenticated user. */
export const PEOPLE_QUERIES = {
  me: answeredBy(TOKEN, (_root, _args, { actor, references }) => {
    const corpUser = references.to(actor.urn);
    if (corpUser.entityType !== 'corpuser') throw invalidRequest(`The caller ${corpUser.urn} is not a user.`);
    return { corpUser };
  }),
} satisfies Partial<Resolvers['Query']>;

function usersIn(urns: unknown, references: EntityReferences): readonly EntityReference[] {
  return texts(urns).flatMap((urn) => ofType('corpuser', references.find(urn)) ?? []);
}

/** Ingested users may have a status that the schema lacks. */
function isUserStatus(status: unknown): status is CorpUserStatus {
  return status === 'ACTIVE' || status === 'SUSPENDED';
}
