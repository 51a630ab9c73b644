import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type RequestContext } from 'oidc-provider';

/** An external OIDC provider. Its login page signs in `person` without a prompt. */
export interface LoginService {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Claims by subject. */
  readonly people: Map<string, Record<string, unknown>>;
  /** Subject to sign in; undefined denies the login. */
  person: string | undefined;
  /** Whether it publishes keys that do not match its signatures. */
  isForged: boolean;
  /** Number of requests received. */
  requests: number;
  stop(): Promise<void>;
}

const SCOPES = 'openid profile email groups';

/** Starts a provider with one client, whose redirect URI this is. */
export async function startLoginService(redirectUri: string): Promise<LoginService> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  const service: LoginService = {
    issuer: `http://127.0.0.1:${address.port}`,
    clientId: 'colophon',
    clientSecret: 'a secret of two',
    people: new Map(),
    person: undefined,
    isForged: false,
    requests: 0,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const provider = new Provider(service.issuer, configuration(service, redirectUri));
  const answer = provider.callback();
  const forged = JSON.stringify({ keys: [publicKey()] });
  server.on('request', (request, response) => {
    service.requests++;
    const path = request.url ?? '';
    if (path.startsWith('/interaction/')) {
      const refusal = { error: 'access_denied', error_description: 'the person does not want to' };
      const result = service.person === undefined ? refusal : { login: { accountId: service.person } };
      void provider.interactionFinished(request, response, result);
    } else if (path === '/jwks' && service.isForged) {
      response.setHeader('content-type', 'application/jwk-set+json').end(forged);
    } else {
      answer(request, response);
    }
  });
  return service;
}

function configuration(service: LoginService, redirectUri: string): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    clients: [
      {
        client_id: service.clientId,
        client_secret: service.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['cookies of the tests'] },
    scopes: SCOPES.split(' '),
    claims: {
      openid: ['sub'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, ...service.people.get(sub) }),
    }),
    // Grants all scopes without a consent prompt.
    loadExistingGrant: async ({ oidc: { client, provider, session } }: RequestContext) => {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(SCOPES);
      await grant.save();
      return grant;
    },
  };
}

function publicKey(): object {
  const { publicKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...key.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' };
}
