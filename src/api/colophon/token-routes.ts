import type { FastifyInstance } from 'fastify';
import type { TokenRequest } from '../../auth/access-tokens.ts';
import type { TokenNarrowing } from '../../auth/actor.ts';
import type { AccessToken } from '../../auth/token-records.ts';
import { invalidRequest } from '../../errors.ts';
import { parseUrn } from '../../model/urn.ts';
import { runOperation } from '../../operations/run.ts';
import { createAccessToken } from '../../operations/tokens/create-access-token.ts';
import { revokeAccessToken } from '../../operations/tokens/revoke-access-token.ts';
import type { OperationSettings } from '../../operations/work.ts';
import {
  asObject,
  asText,
  asTexts,
  optionalFlag,
  optionalText,
  wrongType,
} from '../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { bodyOf } from '../http/request-body.ts';
import { catalogOf } from '../http/request-context.ts';
import { refuseUnknownMembers } from './known-members.ts';
import { requesterOf } from './requester.ts';

const MEMBERS = ['name', 'description', 'actorUrn', 'durationMs', 'readOnly', 'properties', 'entityTypes'];

/** Maximum lifetime of a token, a hundred years; a longer one is surely a wrong unit. */
const MAX_DURATION_MS = 100 * 365 * 86_400_000;

/**
 * Access tokens: `POST /tokens` creates one and returns its text, which is not stored; `GET /tokens` lists all; GET and
 * DELETE on `/tokens/<id>` return and revoke one.
 */
export function addTokenRoutes(app: FastifyInstance, settings: OperationSettings): void {
  app.post('/tokens', async (request, reply) => {
    const wanted = tokenRequest(bodyOf(request));
    const requester = requesterOf(request, reply, settings);
    const { metadata, madeUser, token } = await runOperation(createAccessToken, wanted, requester);
    return reply.code(201).send({ ...present(metadata), token, madeUser });
  });

  app.get('/tokens', async (request) => {
    const tokens = await catalogOf(request).listAccessTokens();
    return { tokens: tokens.map(present) };
  });

  app.get<{ Params: { id: string } }>('/tokens/:id', async (request) =>
    present(await catalogOf(request).getAccessToken(request.params.id)),
  );

  app.delete<{ Params: { id: string } }>('/tokens/:id', async (request, reply) => {
    const { id } = request.params;
    await runOperation(revokeAccessToken, { id }, requesterOf(request, reply, settings));
    return { id, revoked: true };
  });
}

/** Parses the body of `POST /tokens`; throws INVALID_REQUEST with the invalid member. */
export function tokenRequest(body: JsonValue): TokenRequest {
  const input = asObject(body, 'The request body');
  refuseUnknownMembers(input, MEMBERS);
  const description = optionalText(input['description'], 'description');
  const narrowing = narrowingOf(input);
  return {
    name: name(input['name']),
    actor: parseUrn(asText(input['actorUrn'], 'actorUrn')),
    durationMs: durationMs(input['durationMs']),
    ...(description !== undefined && { description }),
    ...(narrowing !== undefined && { narrowing }),
  };
}

function narrowingOf(input: JsonObject): TokenNarrowing | undefined {
  const readOnly = optionalFlag(input['readOnly'], 'readOnly') ?? false;
  const properties = optionalTexts(input['properties'], 'properties')?.map(parseUrn);
  const entityTypes = optionalTexts(input['entityTypes'], 'entityTypes');
  if (!readOnly && properties === undefined && entityTypes === undefined) return undefined;
  return { readOnly, ...(properties && { properties }), ...(entityTypes && { entityTypes }) };
}

function optionalTexts(value: JsonValue | undefined, at: string): readonly string[] | undefined {
  return value === undefined || value === null ? undefined : asTexts(value, at);
}

function name(value: JsonValue | undefined): string {
  const text = asText(value, 'name').trim();
  if (text === '') throw invalidRequest('name must not be empty. Say what the token is for.');
  return text;
}

/** Null: the token does not expire. Must be explicit, so that omitting the member does not create such a token. */
function durationMs(value: JsonValue | undefined): number | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > MAX_DURATION_MS) {
    throw wrongType(
      'durationMs',
      `a whole number from 1 to ${MAX_DURATION_MS}, or null for no expiry`,
      value,
    );
  }
  return value;
}

function present(token: AccessToken): JsonObject {
  return {
    id: token.id,
    name: token.name,
    description: token.description ?? null,
    actorUrn: token.actor,
    ownerUrn: token.owner,
    createdAt: token.createdAt,
    expiresAt: token.expiresAt ?? null,
    lastUsedAt: token.lastUsedAt ?? null,
    readOnly: token.narrowing?.readOnly ?? false,
    properties: token.narrowing?.properties?.slice() ?? null,
    entityTypes: token.narrowing?.entityTypes?.slice() ?? null,
  };
}
