import * as v from 'valibot';
import { CatalogError, invalidRequest } from '../../errors.ts';
import { entityPrivileges, currentPrivilegeName } from '../../model/access/privileges.ts';
import { notNegative } from '../../util/not-negative.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { NUMBER, TEXT, described, objectOf } from '../shapes.ts';
import { DEFAULT_COUNT } from '../search/find-entities.ts';
import { MANAGE_POLICIES, requireEntityPrivilege } from './privileges-of.ts';
import { because } from '../../refusals.ts';
import { existing, withSeenActors } from './seen-holders.ts';

/** Maximum policies in a response. */
const MOST_POLICIES = 100;

/**
 * Lists who has privileges on an entity: one page of the active policies that grant them, in urn order, with their
 * actors. Throws NOT_FOUND for an entity that does not exist or is hidden from the caller. Omits policies and actors
 * that are hidden from the caller.
 */
export const listPrivilegeHolders = defineProtected({
  name: 'listPrivilegeHolders',
  effect: 'read',
  summary: 'Lists who holds privileges on an entity, by granting policy.',
  input: (types) =>
    objectOf({
      resourceUrn: described('Urn of the entity.', types.entity()),
      privilege: v.nullish(described('Name of a privilege on entities; default: all of them.', TEXT)),
      start: v.nullish(described('Number of results to skip; default: 0.', NUMBER), 0),
      count: v.nullish(
        described(`Maximum number of results; default: ${DEFAULT_COUNT}.`, NUMBER),
        DEFAULT_COUNT,
      ),
    }),
  limits: ({ count, privilege, start }) => {
    if (typeof privilege === 'string') requireEntityPrivilege(privilege);
    notNegative('start', start);
    if (notNegative('count', count) <= MOST_POLICIES) return;
    throw invalidRequest(
      `count must be at most ${MOST_POLICIES}, not ${count}. Read further pages with start.`,
      'count',
      because('INPUT_TOO_LARGE', { name: 'count', most: MOST_POLICIES }),
    );
  },
  about: ({ resourceUrn }) => [resourceUrn.urn],
  isLong: true,
  needs: platform(MANAGE_POLICIES),
  run: async ({ resourceUrn: { entityType, urn }, privilege, start, count }, work) => {
    if (!(await work.query.existing([urn], work.scope)).has(urn)) {
      throw new CatalogError(
        'NOT_FOUND',
        `resourceUrn: ${urn} does not exist, or you may not see it. Pass the urn of an entity that a search finds.`,
      );
    }
    const asked =
      typeof privilege !== 'string' ? entityPrivileges(entityType) : [currentPrivilegeName(privilege)];
    const granting = await work.services.authorizer.grantingPolicies(urn, asked);
    const seen = await existing(
      granting.map(({ policy }) => policy),
      work,
    );
    const shown = granting.filter(({ policy }) => seen.has(policy));
    const policies = await withSeenActors(shown.slice(start, start + count), work);
    return { start, count: policies.length, total: shown.length, policies };
  },
});
