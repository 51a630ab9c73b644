import type { FastifyInstance } from 'fastify';
import type { UserRequest } from '../../auth/user-access.ts';
import { parseUrn } from '../../model/urn.ts';
import { asObject, asText, optionalText } from '../../util/json-input.ts';
import type { JsonValue } from '../../util/json.ts';
import { bodyOf } from '../http/request-body.ts';
import { catalogOf } from '../http/request-context.ts';
import { refuseUnknownMembers } from './known-members.ts';

/**
 * Operations that DataHub's GraphQL lacks: `POST /users` creates a user without an invitation; PUT and DELETE on
 * `/users/<urn>/password` set and remove the password.
 */
export function addUserRoutes(app: FastifyInstance): void {
  app.post('/users', async (request, reply) => {
    const wanted = userRequest(bodyOf(request));
    await catalogOf(request).accounts.createUser(wanted);
    return reply.code(201).send({ urn: wanted.user });
  });

  app.put<{ Params: { urn: string } }>('/users/:urn/password', async (request) => {
    const user = parseUrn(request.params.urn);
    const body = asObject(bodyOf(request), 'The request body');
    refuseUnknownMembers(body, ['password']);
    await catalogOf(request).accounts.setPassword(user, asText(body['password'], 'password'));
    return { urn: user, hasPassword: true };
  });

  app.delete<{ Params: { urn: string } }>('/users/:urn/password', async (request) => {
    const user = parseUrn(request.params.urn);
    await catalogOf(request).accounts.removePassword(user);
    return { urn: user, hasPassword: false };
  });
}

function userRequest(body: JsonValue): UserRequest {
  const input = asObject(body, 'The request body');
  refuseUnknownMembers(input, ['urn', 'displayName', 'email']);
  return {
    user: parseUrn(asText(input['urn'], 'urn')),
    displayName: optionalText(input['displayName'], 'displayName'),
    email: optionalText(input['email'], 'email'),
  };
}
