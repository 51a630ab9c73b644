import * as v from 'valibot';
import { CatalogError } from '../../../errors.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { getOwnPrivileges } from '../../../operations/policies/get-own-privileges.ts';
import { objectOf } from '../../../operations/shapes.ts';
import { getAccessToken } from '../../../operations/tokens/get-access-token.ts';
import { texts } from '../../../util/json/json-members.ts';
import type { Requester } from '../../../operations/requester.ts';
import { UNTRUSTED, answerOf, text, urns } from './outputs.ts';
import { defineTool } from './tool.ts';

/** Who the caller is, and what the token permits. */
export const getMe = defineTool({
  name: 'get_me',
  title: 'Who am I',
  description:
    'Your user, groups and rights on the catalog, and the limits of your token: whether it only reads or proposes, and the only structured properties and entity types that it covers. For rights on one entity use explain_access.',
  operations: [getOwnPrivileges, getEntities, getAccessToken],
  input: () => objectOf({}),
  output: answerOf({
    actor: text,
    groups: urns,
    privileges: v.array(text),
    token: v.object({
      read_only: v.boolean(),
      propose_only: v.optional(v.boolean()),
      direct: v.optional(v.boolean()),
      properties: v.optional(urns),
      entity_types: v.optional(v.array(text)),
      untrusted: v.optional(UNTRUSTED),
    }),
  }),
  run: async (_input, { requester }) => {
    const { actor } = requester;
    const memberships = ['groupMembership', 'nativeGroupMembership'];
    const [privileges, read, name] = await Promise.all([
      requester.run(getOwnPrivileges, {}),
      // A user without rights to read has groups as well, but may not see them.
      orNone(requester.run(getEntities, { urns: [actor.urn], aspectNames: memberships })),
      tokenName(requester),
    ]);
    const aspects = read?.get(actor.urn);
    const groups = [
      ...texts(aspects?.get('groupMembership')?.value['groups']),
      ...texts(aspects?.get('nativeGroupMembership')?.value['nativeGroups']),
    ];
    const { direct, entityTypes, properties, proposeOnly, readOnly = false } = actor.restriction ?? {};
    return {
      body: {
        actor: actor.urn,
        groups: [...new Set(groups)],
        privileges,
        token: {
          read_only: readOnly,
          propose_only: proposeOnly,
          direct,
          properties: properties?.slice(),
          entity_types: entityTypes?.slice(),
          untrusted: name === undefined ? undefined : { name },
        },
      },
    };
  },
});

/** Name of the caller's token; undefined for one of the process, which is not stored. */
async function tokenName(requester: Requester): Promise<string | undefined> {
  const { tokenId } = requester.actor;
  if (tokenId === undefined) return undefined;
  return (await orNone(requester.run(getAccessToken, { id: tokenId })))?.name;
}

/** The result; undefined if it does not exist or is hidden. */
async function orNone<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    const isHidden =
      error instanceof CatalogError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN');
    if (isHidden) return undefined;
    throw error;
  }
}
