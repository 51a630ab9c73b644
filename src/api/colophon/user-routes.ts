import * as v from 'valibot';
import { parseUrn } from '../../model/urn.ts';
import { createUser } from '../../operations/users/create-user.ts';
import { removePassword } from '../../operations/users/remove-password.ts';
import { setPassword } from '../../operations/users/set-password.ts';
import { TEXT, URN, objectOf } from '../../operations/shapes.ts';
import { ownRoute, type OwnRoute } from './own-route.ts';

/** Operations on users that DataHub's GraphQL lacks. */
export const USER_ROUTES: readonly OwnRoute[] = [
  ownRoute({
    method: 'POST',
    path: '/users',
    operation: createUser,
    success: 201,
    summary: 'Create a user without an invitation; the user has no password',
    body: objectOf({ urn: URN, displayName: v.nullish(TEXT), email: v.nullish(TEXT) }),
    answer: async ({ body: { urn, displayName, email }, requester }) => {
      const names = { displayName: displayName ?? undefined, email: email ?? undefined };
      await requester.run(createUser, { user: urn, ...names });
      return { urn };
    },
  }),
  ownRoute({
    method: 'PUT',
    path: '/users/:urn/password',
    operation: setPassword,
    mayMiss: true,
    summary: 'Set the password of a user',
    body: objectOf({ password: TEXT }),
    answer: async ({ body, named, requester }) => {
      const user = parseUrn(named('urn'));
      await requester.run(setPassword, { user, ...body });
      return { urn: user, hasPassword: true };
    },
  }),
  ownRoute({
    method: 'DELETE',
    path: '/users/:urn/password',
    operation: removePassword,
    mayMiss: true,
    summary: 'Remove the password of a user',
    answer: async ({ named, requester }) => {
      const user = parseUrn(named('urn'));
      await requester.run(removePassword, { user });
      return { urn: user, hasPassword: false };
    },
  }),
];
