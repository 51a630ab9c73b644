import { changeOwnPassword } from '../../operations/users/change-own-password.ts';
import { createUser } from '../../operations/users/create-user.ts';
import { getOwnPassword } from '../../operations/users/get-own-password.ts';
import { removePassword } from '../../operations/users/remove-password.ts';
import { setPassword } from '../../operations/users/set-password.ts';
import { exposed, type OwnRoute } from './own-route.ts';

/** Operations on users that DataHub's GraphQL lacks. */
export const USER_ROUTES: readonly OwnRoute[] = [
  exposed('POST /users', createUser, { success: 201, present: (_, { urn }) => ({ urn }) }),
  exposed('PUT /users/:urn/password', setPassword, {
    present: (_, { urn }) => ({ urn, hasPassword: true }),
  }),
  exposed('DELETE /users/:urn/password', removePassword, {
    present: (_, { urn }) => ({ urn, hasPassword: false }),
  }),
  exposed('GET /me/password', getOwnPassword),
  exposed('PUT /me/password', changeOwnPassword, { present: () => ({ isChanged: true }) }),
];
