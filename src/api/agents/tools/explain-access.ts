import * as v from 'valibot';
import { explainPrivilege } from '../../../operations/policies/explain-privilege.ts';
import { getOwnPrivileges } from '../../../operations/policies/get-own-privileges.ts';
import { listPrivilegeHolders } from '../../../operations/policies/list-privilege-holders.ts';
import { URN, described, objectOf } from '../../../operations/shapes.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { searchEntities } from '../../../operations/search/search-entities.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { requireEntity } from '../entities/require-entity.ts';
import { UNTRUSTED, answerOf, text, urns } from './outputs.ts';
import { maybe, shortText } from './shapes.ts';
import { defineTool, type ToolCall } from './tool.ts';

/** Policies of which the holders are listed. */
const MOST_POLICIES = 20;

/** Explains whether someone may do something. */
export const explainAccess = defineTool({
  name: 'explain_access',
  title: 'Explain access',
  description:
    'Whether you (or actor) hold a privilege such as EDIT_ENTITY_TAGS, on an entity if given, and why. When denied, nearest has the policies that come closest; holders, for those who manage policies, who holds it. Ask before you write.',
  operations: [explainPrivilege, listPrivilegeHolders, getOwnPrivileges, getEntities, searchEntities],
  input: () =>
    objectOf({
      privilege: described('Name of the privilege.', shortText(100)),
      urn: maybe('Urn of the entity; omit for rights on the catalog.', URN),
      property: maybe('Urn of a structured property whose values would change.', URN),
      actor: maybe('Urn of a user; default: you.', URN),
    }),
  output: answerOf({
    actor: text,
    allowed: v.boolean(),
    policy: v.optional(text),
    nearest: v.array(v.object({ policy: text, untrusted: UNTRUSTED })),
    holders: v.optional(
      v.array(v.object({ policy: text, all_users: v.boolean(), users: urns, groups: urns, roles: urns })),
    ),
    untrusted: UNTRUSTED,
  }),
  run: async ({ actor, privilege, property, urn }, call) => {
    if (urn !== undefined) await requireEntity(urn, 'urn', call);
    if (property !== undefined) await requireEntity(property, 'property', call);
    const explained = await call.requester.run(explainPrivilege, {
      actorUrn: actor ?? call.requester.actor.urn,
      privilege,
      resourceUrn: urn,
      propertyUrns: property === undefined ? undefined : [property],
    });
    const { allowed, nearest, policy, reason } = explained;
    const near: JsonValue[] = nearest.map((one) => ({
      policy: one.policy,
      untrusted: { name: one.name, missing: one.missing.map((missing) => missing.text) },
    }));
    const holders = allowed || urn === undefined ? undefined : await holdersOf(urn, privilege, call);
    return {
      body: {
        actor: explained.actor,
        allowed,
        ...(policy !== undefined && { policy }),
        nearest: near,
        ...(holders !== undefined && { holders: holders.policies }),
        untrusted: { reason: reason.text },
      },
      lists: [
        { what: 'nearest', items: near, total: near.length, how: 'a higher max_chars' },
        ...(holders === undefined
          ? []
          : [
              {
                what: 'holders',
                items: holders.policies,
                total: holders.total,
                how: 'the GraphQL query listPrivilegeHolders',
              },
            ]),
      ],
    };
  },
});

/** Who holds the privilege, by policy; undefined if the caller may not ask, or it is a privilege on the catalog. */
async function holdersOf(
  urn: string,
  privilege: string,
  { requester }: ToolCall,
): Promise<{ readonly policies: JsonValue[]; readonly total: number } | undefined> {
  // Asked first, because the audit log records refusals.
  const own = await requester.run(getOwnPrivileges, {});
  if (!own.includes('MANAGE_POLICIES')) return undefined;
  const page = await requester.run(listPrivilegeHolders, {
    resourceUrn: urn,
    privilege,
    count: MOST_POLICIES,
  });
  const policies = page.policies.map(
    ({ holders: { allUsers, groups, roles, users }, policy }): JsonObject => ({
      policy,
      all_users: allUsers,
      users: users.slice(),
      groups: groups.slice(),
      roles: roles.slice(),
    }),
  );
  return { policies, total: page.total };
}
