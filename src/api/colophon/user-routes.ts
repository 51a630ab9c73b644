import type { FastifyInstance } from 'fastify';
import type { UserRequest } from '../../auth/user-access.ts';
import { parseUrn } from '../../model/urn.ts';
import { runOperation } from '../../operations/run.ts';
import { createUser } from '../../operations/users/create-user.ts';
import { removePassword } from '../../operations/users/remove-password.ts';
import { setPassword } from '../../operations/users/set-password.ts';
import type { OperationSettings } from '../../operations/work.ts';
import { asObject, asText, optionalText } from '../../util/json/json-input.ts';
import type { JsonValue } from '../../util/json.ts';
import { bodyOf } from '../http/request-body.ts';
import { refuseUnknownMembers } from './known-members.ts';
import { requesterOf } from './requester.ts';

/**
 * Operations that DataHub's GraphQL lacks: `POST /users` creates a user without an invitation; PUT and DELETE on
 * `/users/<urn>/password` set and remove the password.
 */
export function addUserRoutes(app: FastifyInstance, settings: OperationSettings): void {
  app.post('/users', async (request, reply) => {
    const wanted = userRequest(bodyOf(request));
    await runOperation(createUser, wanted, requesterOf(request, reply, settings));
    return reply.code(201).send({ urn: wanted.user });
  });

  app.put<{ Params: { urn: string } }>('/users/:urn/password', async (request, reply) => {
    const user = parseUrn(request.params.urn);
    const body = asObject(bodyOf(request), 'The request body');
    refuseUnknownMembers(body, ['password']);
    const password = asText(body['password'], 'password');
    await runOperation(setPassword, { user, password }, requesterOf(request, reply, settings));
    return { urn: user, hasPassword: true };
  });

  app.delete<{ Params: { urn: string } }>('/users/:urn/password', async (request, reply) => {
    const user = parseUrn(request.params.urn);
    await runOperation(removePassword, { user }, requesterOf(request, reply, settings));
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
