import type { FastifyPluginAsync, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { CatalogError, ERROR_CODES } from '../../errors.ts';
import type { AgentCall } from '../../metrics/metrics.ts';
import { OPEN } from '../http/sessions/authentication.ts';
import { errorForm, type ErrorForm } from '../http/error-form.ts';
import { readBodiesExactly } from '../http/request-body.ts';
import { WITH_TOKEN } from '../http/route-needs.ts';
import type * as Answering from './answer-message.ts';
import { RPC_CODES, rpcFailure } from './protocol/json-rpc.ts';
import { resourceMetadataUrl, resourceOf, type OAuthParts } from './oauth/oauth-parts.ts';
import { oauthRoutes } from './oauth/oauth-routes.ts';
import { answerPreflights, showToPage } from './protocol/cross-origin.ts';
import { pageOf, requireOrigin, type AllowedOrigins } from './protocol/require-origin.ts';

/** Dependencies of the tools for agents. */
export interface AgentDependencies extends Omit<Answering.AnswerParts, 'toolCalled'> {
  /** Further origins of pages that may call. */
  readonly allowedOrigins: readonly string[];
  /** Origin of the public address; undefined: not configured. */
  readonly origin: string | undefined;
  readonly toolCalled: (call: AgentCall) => void;
  /** Undefined: clients cannot ask for access by OAuth. */
  readonly oauth: OAuthParts | undefined;
}

/** Maximum body, in bytes. */
const BODY_BYTES = 1024 ** 2;
/** Limits on the JSON of a body. */
const JSON_LIMITS = { depth: 100, values: 20_000, members: 20_000 };

/**
 * Paths at which clients ask for a login by OAuth. An answer there makes some clients ignore a configured token, so they
 * do not exist, without a token, too.
 */
const DISCOVERY = ['oauth-authorization-server', 'oauth-protected-resource', 'openid-configuration'];

/**
 * Further paths of the tools, for access tokens only: ours, for clients that ignore a configured token where OAuth is announced,
 * and those with DataHub's names (`DATAHUB_PATH`, which is loaded later).
 */
const TOKEN_PATHS = ['/mcp/token', '/mcp/datahub'];

/** Tools for agents: `POST /mcp`, one message of the Model Context Protocol per request. */
export function agentRoutes(deps: AgentDependencies): FastifyPluginAsync {
  const origins: AllowedOrigins = { own: deps.origin, further: deps.allowedOrigins };
  // Loaded by the first call, so that a start does not wait for it.
  let answering: Promise<typeof Answering> | undefined;
  return (app) => {
    readBodiesExactly(app, JSON_LIMITS);
    for (const name of DISCOVERY) {
      for (const url of [`/.well-known/${name}`, `/.well-known/${name}/*`, `/mcp/.well-known/${name}`]) {
        app.get(url, OPEN, (_request, reply) => reply.callNotFound());
      }
    }
    const challenge =
      deps.oauth && `Bearer resource_metadata="${resourceMetadataUrl(deps.oauth)}", scope="read"`;
    const route = (url: string, needs: RouteShorthandOptions, unauthenticated?: string): void => {
      if (origins.further.length > 0) {
        answerPreflights(app, url, 'POST', (request) => {
          requireOrigin(request, origins);
          return pageOf(request, origins);
        });
      }
      app.route({
        method: 'POST',
        url,
        ...needs,
        bodyLimit: BODY_BYTES,
        onRequest: (request, reply, done) => {
          showToPage(reply, pageOf(request, origins));
          done(refusalOf(request, origins));
        },
        errorHandler: (error, request, reply) => {
          // A request without a valid token is refused before the hook above.
          showToPage(reply, pageOf(request, origins));
          void reply.sendFailure(error, (failure) => rpcForm(failure, unauthenticated));
        },
        handler: async (request: FastifyRequest, reply: FastifyReply) => {
          const { answerMessage } = await (answering ??= import('./answer-message.ts'));
          return answerMessage(request, reply, deps);
        },
      });
    };
    if (deps.oauth === undefined) route('/mcp', WITH_TOKEN);
    else {
      route('/mcp', { config: { ...WITH_TOKEN.config, resource: resourceOf(deps.oauth) } }, challenge);
      void app.register(oauthRoutes(deps.oauth));
    }
    for (const url of TOKEN_PATHS) route(url, WITH_TOKEN);
    return Promise.resolve();
  };
}

/** Why a request is refused by its headers; undefined: it is not. Sessions of browsers are not accepted. */
function refusalOf(request: FastifyRequest, origins: AllowedOrigins): CatalogError | undefined {
  try {
    requireOrigin(request, origins);
  } catch (error) {
    if (error instanceof CatalogError) return error;
    throw error;
  }
  if (request.headers.authorization !== undefined) return undefined;
  return new CatalogError(
    'UNAUTHENTICATED',
    "No access token was presented. Send the header 'Authorization: Bearer TOKEN'.",
  );
}

/** An error of the whole request, as a message without an id. */
function rpcForm(error: CatalogError, unauthenticated: string | undefined): ErrorForm {
  const { headers: plain, status } = errorForm(error);
  const headers =
    status === 401 && unauthenticated !== undefined ? { 'WWW-Authenticate': unauthenticated } : plain;
  const code = error.code === 'INVALID_REQUEST' ? RPC_CODES.PARSE : RPC_CODES.INVALID_REQUEST;
  const rpcCode = ERROR_CODES[error.code].http >= 500 ? RPC_CODES.INTERNAL : code;
  const { message } = error;
  return { status, headers, body: { ...rpcFailure(null, { code: rpcCode, message }), message } };
}
