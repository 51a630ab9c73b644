import * as v from 'valibot';
import { USER_TYPE } from '../../auth/accounts/user-state.ts';
import { defineProtected } from '../operation.ts';
import { described, objectOf } from '../shapes.ts';
import { NEEDS_OF_QUESTIONS, askedAbout, privilegesOf } from './privileges-of.ts';

/** Names of an actor's privileges, on the resource if given, in alphabetical order. */
export const getGrantedPrivileges = defineProtected({
  name: 'getGrantedPrivileges',
  effect: 'read',
  summary: 'Lists the privileges of an actor, on an entity if given.',
  input: (types) =>
    objectOf({
      actorUrn: described('Urn of the user.', types.entityOf(USER_TYPE)),
      resourceUrn: v.nullish(
        described('Urn of the entity; omit for privileges on the platform.', types.entity()),
      ),
    }),
  about: ({ actorUrn }) => [actorUrn.urn],
  needs: NEEDS_OF_QUESTIONS,
  run: ({ actorUrn, resourceUrn }, work) =>
    privilegesOf(askedAbout(actorUrn.urn, work), resourceUrn ?? undefined, work),
});
