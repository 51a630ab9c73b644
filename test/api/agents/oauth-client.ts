import { createHash } from 'node:crypto';
import type { Answer, TestServer } from '../../support/start-server.ts';

export const BASE = 'https://catalog.example';
export const RESOURCE = `${BASE}/mcp`;
export const VERIFIER = 'a-verifier-that-only-the-client-knows-0123456789';
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
export const REDIRECT = 'https://client.example/callback?from=colophon';

/** Options of a server with OAuth and a configured client. */
export const OAUTH_OPTIONS = {
  publicUrl: BASE,
  'agents.oauth': true,
  'agents.oauthClients': [`desk=${REDIRECT}`, 'desk=http://127.0.0.1:1/back', 'other=https://other.example/'],
  'login.rootPassword': 'correct horse',
};

export type Parameters = Readonly<Record<string, string | undefined>>;

/** Parameters of a correct request. */
export const ASKED: Parameters = {
  response_type: 'code',
  client_id: 'desk',
  redirect_uri: REDIRECT,
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
  resource: RESOURCE,
  state: 's &1',
};

/** The parameters as a query or form. */
export function formOf(parameters: Parameters): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  return new URLSearchParams(given).toString();
}

/** A browser that keeps the session cookie. */
export class OAuthBrowser {
  readonly #server: Pick<TestServer, 'url'>;
  #cookie = '';

  constructor(server: Pick<TestServer, 'url'>) {
    this.#server = server;
  }

  async logIn(username = 'datahub', password = 'correct horse'): Promise<void> {
    const response = await this.#fetch('/logIn', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    this.#cookie = response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0] ?? '')
      .join('; ');
  }

  /** Opens the consent page. */
  async open(parameters: Parameters = ASKED): Promise<Response> {
    return this.#fetch(`/oauth/authorize?${formOf(parameters)}`);
  }

  /** Opens the consent page and sends its form. */
  async consent(
    choices: Parameters = {},
    parameters: Parameters = ASKED,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const page = await (await this.open(parameters)).text();
    const proof = /name="proof" value="([\w-]+)"/.exec(page)?.[1] ?? '';
    return this.#fetch(`/oauth/authorize?${formOf(parameters)}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      body: formOf({ proof, lifetime: '30', answer: 'allow', ...choices }),
    });
  }

  /** Gives access; returns the code. */
  async code(choices: Parameters = {}, parameters: Parameters = ASKED): Promise<string> {
    const response = await this.consent(choices, parameters);
    const code = answerOf(response).get('code');
    if (code === null) throw new Error(`no code: ${response.status} ${await response.text()}`);
    return code;
  }

  #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>), cookie: this.#cookie };
    return fetch(this.#server.url + path, { ...init, headers, redirect: 'manual' });
  }
}

/** The parameters of the answer at the client's address. */
export function answerOf(response: Response): URLSearchParams {
  return new URL(response.headers.get('location') ?? 'missing:').searchParams;
}

/** Sends a form to the server, without cookie or token. */
export async function post(
  { url }: Pick<TestServer, 'url'>,
  path: string,
  parameters: Parameters,
): Promise<
  Pick<Answer, 'status'> & { readonly body: Readonly<Record<string, unknown>>; readonly headers: Headers }
> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: formOf(parameters),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Readonly<Record<string, unknown>>,
  };
}

/** The parameters that exchange a code. */
export function exchange(code: string): Parameters {
  return {
    grant_type: 'authorization_code',
    code,
    client_id: 'desk',
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
    resource: RESOURCE,
  };
}

/** The parameters that exchange a refresh token. */
export function refreshing(token: unknown): Parameters {
  return { grant_type: 'refresh_token', refresh_token: String(token), client_id: 'desk', resource: RESOURCE };
}
