import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { CatalogError } from '../../../errors.ts';
import { OAuthError, scopesIn, type OAuthScope } from '../../../model/access/oauth.ts';
import { parseUrn } from '../../../model/urn.ts';
import { authorizeClient } from '../../../operations/oauth/authorize-client.ts';
import { errorForm } from '../../http/error-form.ts';
import { requesterOf } from '../../http/request-context.ts';
import { runs } from '../../http/route-needs.ts';
import { sendPage } from '../../http/security-headers.ts';
import { OPEN, OPEN_IN_PART } from '../../http/sessions/authentication.ts';
import { sessionOf } from '../../http/sessions/session-cookies.ts';
import { problemPage } from '../../http/pages/problem-page.ts';
import {
  answerUrl,
  readAsker,
  readAuthorizeRequest,
  type Asker,
  type AuthorizeRequest,
} from './authorize-request.ts';
import { ANY_PAGE, answerPreflights, showToPage } from '../protocol/cross-origin.ts';
import { LIFETIMES, consentPage } from './consent-page.ts';
import { OAuthLimits } from './oauth-limits.ts';
import { issuerOf, metadataOf, resourceOf, tokensJson, type OAuthParts } from './oauth-parts.ts';
import { parametersOf, required } from './parameters.ts';

const FORM = 'application/x-www-form-urlencoded';
/** Maximum body of an answer to the consent page. */
const BODY_BYTES = 64 * 1024;
const DAY_MS = 86_400_000;

/** OAuth 2.1 for the tools for agents: metadata, consent of a person, tokens. */
export function oauthRoutes(parts: OAuthParts): FastifyPluginAsync {
  const limits = new OAuthLimits(parts);
  const limited = (request: FastifyRequest): OAuthParts => ({
    ...parts,
    beforeFetch: () => {
      limits.countDocument(request);
    },
  });
  return (app) => {
    // What clients in browsers read and send needs neither cookies nor tokens.
    const toAnyPage = (method: 'GET' | 'POST', path: string): void => {
      answerPreflights(app, path, method, () => ANY_PAGE);
    };
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
    app.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(new OAuthError('invalid_request', `Send the parameters as ${FORM}.`));
    });
    for (const [path, metadata] of metadataOf(parts)) {
      toAnyPage('GET', path);
      app.get(path, OPEN, (_request, reply) => {
        showToPage(reply, ANY_PAGE);
        return reply.header('Cache-Control', 'max-age=300').send(metadata);
      });
    }
    const showProblem = (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
      if (error instanceof OAuthError) void sendPage(reply.code(400), problemPage(error.message, '../'));
      else if (isSignedOut(error) && request.method === 'GET') void toLogin(request, reply);
      else void reply.sendFailure(error, errorForm);
    };
    app.get('/oauth/authorize', { ...OPEN_IN_PART, errorHandler: showProblem }, (request, reply) =>
      ask(request, reply, limited(request)),
    );
    app.post(
      '/oauth/authorize',
      { ...runs(authorizeClient), bodyLimit: BODY_BYTES, errorHandler: showProblem },
      (request, reply) => answer(request, reply, limited(request)),
    );
    const ofClient = {
      ...OPEN,
      onRequest: (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
        showToPage(reply, ANY_PAGE);
        limits.countRequest(request);
        done();
      },
      errorHandler: sendOAuthError,
    };
    toAnyPage('POST', '/oauth/token');
    app.post('/oauth/token', ofClient, async (request, reply) =>
      reply.headers(NOT_STORED).send(tokensJson(await tokensFor(parametersOf(bodyOf(request)), parts))),
    );
    toAnyPage('POST', '/oauth/revoke');
    app.post('/oauth/revoke', ofClient, async (request, reply) => {
      const sent = parametersOf(bodyOf(request));
      await parts.grants.revoke(required(sent, 'token'), required(sent, 'client_id'));
      return reply.headers(NOT_STORED).send({});
    });
    return Promise.resolve();
  };
}

const NOT_STORED = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

function isSignedOut(error: Error): boolean {
  return error instanceof CatalogError && error.code === 'UNAUTHENTICATED';
}

/** Shows the consent page to a person who is signed in; others sign in first, before anything is read for them. */
async function ask(request: FastifyRequest, reply: FastifyReply, parts: OAuthParts): Promise<FastifyReply> {
  const session = sessionOf(request);
  if (request.requester === undefined || session === undefined) return toLogin(request, reply);
  const query = queryOf(request);
  const asker = await readAsker(query, parts);
  let asked: AuthorizeRequest;
  try {
    asked = readAuthorizeRequest(query, parts);
  } catch (error) {
    return refuse(reply, asker, error, parts);
  }
  return showConsent(reply, request, asker, asked, session);
}

/** Takes the person's choice, and sends the client a code or the refusal. */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: OAuthParts,
): Promise<FastifyReply> {
  const session = sessionOf(request);
  const query = queryOf(request);
  const chosen = parametersOf(bodyOf(request));
  if (session === undefined || request.headers.authorization !== undefined)
    throw new OAuthError('invalid_request', 'Give access in the browser in which you are signed in.');
  if (!isSame(required(chosen, 'proof'), proofOf(session, query)))
    throw new OAuthError('invalid_request', 'The page is out of date. Start again in the program.');
  const asker = await readAsker(query, parts);
  let asked: AuthorizeRequest;
  try {
    asked = readAuthorizeRequest(query, parts);
    if (chosen.get('answer') !== 'allow') throw new OAuthError('access_denied', 'The person gave no access.');
  } catch (error) {
    return refuse(reply, asker, error, parts);
  }
  const { id, name } = asker.client;
  let code: string;
  try {
    code = await requesterOf(request).run(authorizeClient, {
      client: { id, name: name.slice(0, 100) },
      redirect: asker.redirect,
      challenge: asked.challenge,
      resource: resourceOf(parts),
      scopes: [...chosenScopes(chosen, asked.scopes)],
      lifetimeMs: lifetimeIn(chosen),
      ...narrowingIn(chosen),
    });
  } catch (error) {
    if (!(error instanceof CatalogError) || isSignedOut(error)) throw error;
    return showConsent(reply.code(400), request, asker, asked, session, error.message);
  }
  return toClient(reply, asker, parts, { code });
}

function showConsent(
  reply: FastifyReply,
  request: FastifyRequest,
  asker: Asker,
  { scopes }: AuthorizeRequest,
  session: string,
  problem?: string,
): FastifyReply {
  const person = requesterOf(request).actor.urn.replace('urn:li:corpuser:', '');
  const proof = proofOf(session, queryOf(request));
  // The form ends at the client's address.
  const target = new URL(asker.redirect).origin;
  return sendPage(reply, consentPage({ asker, scopes, person, proof, problem }), {
    'form-action': `'self' ${target}`,
  });
}

function toLogin(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const sent = new URLSearchParams(queryOf(request)).toString();
  // The login page accepts only plain paths.
  const target = `/oauth/authorize?${sent.replaceAll('+', '%20').replaceAll('..', '%2E%2E')}`;
  return reply.headers(NOT_STORED).redirect(`../login?redirect_uri=${encodeURIComponent(target)}`, 303);
}

function refuse(reply: FastifyReply, asker: Asker, error: unknown, parts: OAuthParts): FastifyReply {
  if (!(error instanceof OAuthError)) throw error;
  return toClient(reply, asker, parts, { error: error.code, error_description: error.message });
}

function toClient(
  reply: FastifyReply,
  asker: Asker,
  parts: OAuthParts,
  sent: Readonly<Record<string, string>>,
): FastifyReply {
  return reply.headers(NOT_STORED).redirect(answerUrl(asker, issuerOf(parts), sent), 303);
}

function tokensFor(sent: ReadonlyMap<string, string>, { grants }: OAuthParts) {
  const client = required(sent, 'client_id');
  const resource = sent.get('resource');
  switch (required(sent, 'grant_type')) {
    case 'authorization_code': {
      const [code, verifier] = [required(sent, 'code'), required(sent, 'code_verifier')];
      if (!/^[\w.~-]{43,128}$/.test(verifier))
        throw new OAuthError('invalid_request', 'code_verifier must have 43 to 128 characters.');
      return grants.redeem({ code, client, verifier, resource, redirect: sent.get('redirect_uri') });
    }
    case 'refresh_token':
      return grants.refresh({ client, resource, token: required(sent, 'refresh_token') });
    default:
      throw new OAuthError(
        'unsupported_grant_type',
        'grant_type must be authorization_code or refresh_token.',
      );
  }
}

function sendOAuthError(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof OAuthError) {
    void reply.code(400).headers(NOT_STORED).send({ error: error.code, error_description: error.message });
  } else void reply.sendFailure(error, errorForm);
}

/** Binds the form to the person's session and to the request that was shown. */
function proofOf(session: string, query: string): string {
  return createHash('sha256').update(`consent\n${session}\n${query}`).digest('base64url');
}

function isSame(sent: string, expected: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function chosenScopes(
  chosen: ReadonlyMap<string, string>,
  asked: readonly OAuthScope[],
): readonly OAuthScope[] {
  const wanted = scopesIn(asked.filter((scope) => chosen.get(scope) === 'on').join(' '));
  return wanted.filter((scope) => asked.includes(scope));
}

function lifetimeIn(chosen: ReadonlyMap<string, string>): number {
  const days = LIFETIMES.find(([known]) => String(known) === chosen.get('lifetime'))?.[0];
  if (days === undefined) throw new OAuthError('invalid_request', 'The lifetime is none of those offered.');
  return days * DAY_MS;
}

function narrowingIn(chosen: ReadonlyMap<string, string>) {
  const listOf = (name: string): string[] => [
    ...new Set(
      (chosen.get(name) ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
  ];
  const [entityTypes, properties] = [listOf('types'), listOf('properties').map((text) => parseUrn(text))];
  return {
    ...(entityTypes.length > 0 && { entityTypes }),
    ...(properties.length > 0 && { properties }),
  };
}

function queryOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

/** The text of a form. */
function bodyOf({ body }: FastifyRequest): string {
  if (typeof body === 'string') return body;
  throw new OAuthError('invalid_request', `Send the parameters as ${FORM}.`);
}
