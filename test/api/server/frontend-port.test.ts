import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load.ts';
import { freePort } from '../../support/free-port.ts';
import { until } from '../../support/until.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let frontend: string;
beforeAll(async () => {
  const port = await freePort();
  frontend = `http://127.0.0.1:${port}`;
  server = await startServer({ options: { frontendPort: String(port), 'login.rootPassword': 'datahub' } });
});
afterAll(() => server.stop());

/** Sends a request by Node's own client, which reads a response that arrives before the request has been read. */
async function answerTo(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number | undefined; readonly json: unknown }> {
  const [response] = (await once(get(url, { headers, agent: false }), 'response')) as [IncomingMessage];
  return { status: response.statusCode, json: JSON.parse(await text(response)) };
}

describe('the second port', () => {
  it("permits DataHub's client to log in and create a token, as on the first", async () => {
    for (const base of [frontend, server.url, `${server.url}/api/gms`]) {
      const headers = { 'content-type': 'application/json' };
      const body = '{"username":"datahub", "password":"datahub"}';
      const logIn = await fetch(`${base}/logIn`, { method: 'POST', headers, body });
      expect(logIn.status).toBe(200);
      const cookie = logIn.headers
        .getSetCookie()
        .map((text) => text.split(';')[0])
        .join('; ');
      const input = {
        type: 'PERSONAL',
        actorUrn: 'urn:li:corpuser:datahub',
        duration: 'ONE_HOUR',
        name: 'cli token',
      };
      const query =
        'mutation createAccessToken($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken metadata { id actorUrn ownerUrn name description } } }';
      const answer = await fetch(`${base}/api/v2/graphql`, {
        method: 'POST',
        headers: { ...headers, cookie },
        body: JSON.stringify({ query, variables: { input } }),
      });
      const { data } = (await answer.json()) as { data: { createAccessToken: { accessToken: string } } };
      const authorization = `Bearer ${data.createAccessToken.accessToken}`;
      expect((await fetch(`${server.url}/config`, { headers: { authorization } })).status).toBe(200);
    }
  });

  it('has the limits of the first', async () => {
    const headers = { 'x-long': 'x'.repeat(66_000) };
    for (const base of [frontend, server.url]) {
      const { status, json } = await answerTo(`${base}/health`, headers);
      expect([status, json]).toEqual([431, expect.objectContaining({ message: expect.any(String) })]);
    }
    const { status } = await answerTo(`${frontend}/health`, { 'x-long': 'x'.repeat(20_000) });
    expect(status).toBe(200);
  });

  it('does not prevent the server from stopping with a half-sent request', async () => {
    const port = await freePort();
    const options = { frontendPort: String(port), 'limits.answerTimeout': '1s' };
    const stopping = await startServer({ options });
    const sockets = [port, Number(new URL(stopping.url).port)].map((at) => connect(at, '127.0.0.1'));
    try {
      for (const socket of sockets) {
        socket.on('error', () => undefined);
        await once(socket, 'connect');
        socket.write('GET /health HTTP/1.1\r\nHost: ');
      }
      await stopping.request('GET', '/health');
      await stopping.stop();
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });

  it('does not affect the connection limit of the first one', async () => {
    const second = await freePort();
    const options = { frontendPort: String(second), 'limits.connections': '2' };
    const limited = await startServer({ options });
    const first = Number(new URL(limited.url).port);
    const sockets: Socket[] = [];
    const question = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n';
    const connectionTo = (port: number): Socket => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      sockets.push(socket);
      return socket;
    };
    /** Whether a request is answered on this connection, which stays open: false if the server closes it instead. */
    const isAnswered = (socket: Socket): Promise<boolean> =>
      new Promise((resolve) => {
        if (socket.closed) resolve(false);
        socket.once('data', () => resolve(true)).once('close', () => resolve(false));
        socket.write(question);
      });
    try {
      const other = connectionTo(second);
      expect(await isAnswered(other)).toBe(true);
      const three: Socket[] = [];
      for (let i = 0; i < 3; i++) {
        const socket = connectionTo(first);
        three.push(socket);
        await isAnswered(socket);
        other.destroy();
      }
      // A thread closes the longest idle of its own connections; without one, the new connection.
      await until('one of three connections is closed', () => three.some(({ closed }) => closed));
      const answers: boolean[] = [];
      for (const socket of three) answers.push(await isAnswered(socket));
      expect(answers.filter(Boolean)).toHaveLength(2);
    } finally {
      for (const socket of sockets) socket.destroy();
      await limited.stop();
    }
  });

  it('must differ from the first', () => {
    const flags = { port: '9002', frontendPort: '9002' };
    expect(() => loadConfig({ flags, environment: {} })).toThrow("'frontendPort' must differ from 'port'");
  });
});
