import { invalidRequest } from '../../../../errors.ts';
import { TOKEN } from '../../../../operations/needs.ts';
import { hasPassword } from '../../../../operations/users/has-password.ts';
import type { CorpUserStatus, Resolvers } from '../../schema/schema-types.generated.ts';
import { fromAspect, fromKey } from '../fields/aspect-field.ts';
import { answeredBy } from '../fields/bind-operation.ts';
import { because } from '../../../../refusals.ts';
import { entityTypeOf } from '../../../../model/urn.ts';

/** Fields of `CorpUser`. */
export const CORP_USER = {
  username: fromKey('username'),
  status: fromAspect('corpUserStatus', ({ status }) => (isUserStatus(status) ? status : null)),
  isNativeUser: ({ urn }, _args, context) => context.run(hasPassword, { user: urn }),
} satisfies Partial<Resolvers['CorpUser']>;

/** Fields of `CorpUserEditableProperties` that are not members of the aspect. */
export const CORP_USER_EDITABLE_PROPERTIES = {
  persona: ({ value: { persona } }) => (typeof persona === 'string' ? { urn: persona } : null),
} satisfies Partial<Resolvers['CorpUserEditableProperties']>;

/** Query for the authenticated user. */
export const PEOPLE_QUERIES = {
  me: answeredBy(TOKEN, (_root, _args, { actor, references }) => {
    const corpUser = references.to(actor.urn);
    if (corpUser.entityType !== 'corpuser')
      throw invalidRequest(
        `The caller ${corpUser.urn} is not a user.`,
        undefined,
        because('ENTITY_TYPE_WRONG', { entityType: entityTypeOf(corpUser.urn), entityTypes: ['corpuser'] }),
      );
    return { corpUser };
  }),
} satisfies Partial<Resolvers['Query']>;

/** Ingested users may have a status that the schema lacks. */
function isUserStatus(status: unknown): status is CorpUserStatus {
  return status === 'ACTIVE' || status === 'SUSPENDED';
}
