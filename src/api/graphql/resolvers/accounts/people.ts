import { invalidRequest } from '../../../../errors.ts';
import type { EntityReference, EntityReferences } from '../../../../model/entity-reference.ts';
import { TOKEN } from '../../../../operations/needs.ts';
import { hasPassword } from '../../../../operations/users/has-password.ts';
import { text, texts } from '../../../../util/json/json-members.ts';
import { ofType } from '../../presenters/associations.ts';
import type { CorpUserStatus, Resolvers } from '../../schema/schema-types.generated.ts';
import { details, fromAspect, fromKey } from '../fields/aspect-field.ts';
import { answeredBy } from '../fields/bind-operation.ts';

const PERSONAS: ReadonlySet<string> = new Set([
  'TECHNICAL_USER',
  'BUSINESS_USER',
  'DATA_LEADER',
  'DATA_STEWARD',
]);
const userDetails = details('corpUserInfo', {}, (value, references) => ({
  active: value['active'] === true,
  manager: ofType('corpuser', references.find(value['managerUrn'])),
}));
const userEdits = fromAspect('corpUserEditableInfo', (value, references) => ({
  ...value,
  persona: personaOf(value['persona']),
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
  isNativeUser: ({ urn }, _args, context) => context.run(hasPassword, urn),
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

/** `DATA_STEWARD` for `urn:li:dataHubPersona:dataSteward`; undefined for personas that DataHub does not define. */
function personaOf(urn: unknown): string | undefined {
  const name = /^urn:li:dataHubPersona:(\w+)$/.exec(text(urn) ?? '')?.[1] ?? '';
  const word = name.replace(/(?=[A-Z])/g, '_').toUpperCase();
  return PERSONAS.has(word) ? word : undefined;
}

/** Ingested users may have a status that the schema lacks. */
function isUserStatus(status: unknown): status is CorpUserStatus {
  return status === 'ACTIVE' || status === 'SUSPENDED';
}
