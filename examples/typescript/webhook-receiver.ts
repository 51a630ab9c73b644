/**
 * Receives change events: creates a webhook, verifies and prints each message, and deletes the webhook when it is interrupted.
 * `RECEIVER_PORT` is its port (default: a free one); the server must be allowed to send to 127.0.0.1.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const url = process.env['COLOPHON_URL'] ?? 'http://127.0.0.1:8080';
const token = process.env['COLOPHON_TOKEN'];
if (token === undefined) throw new Error('Set COLOPHON_TOKEN to an access token.');

interface Message {
  readonly type: string;
  readonly data: { readonly events?: readonly { kind: string; entityUrn: string; aspectName: string }[] };
}

const FIVE_MINUTES = 300;
const webhooks = `${url}/api/colophon/v1/webhooks`;
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
let secret = '';
/** Ids of accepted messages: delivery is at least once. A real receiver stores them with the result of its work. */
const seen = new Set<string>();

/** Whether the server has signed these bytes within the last five minutes (Standard Webhooks 1.0). */
function isSigned(id: string, timestamp: string, body: string, signatures: string): boolean {
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > FIVE_MINUTES) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  // For a day after the secret was rotated there are two signatures.
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const header = (name: string): string => String(request.headers[`webhook-${name}`] ?? '');
    const id = header('id');
    if (!isSigned(id, header('timestamp'), body, header('signature'))) {
      console.log('refused a message without a valid signature');
      response.writeHead(401).end();
      return;
    }
    if (!seen.has(id)) {
      const { type, data } = JSON.parse(body) as Message;
      console.log(`accepted ${type}`);
      for (const event of data.events ?? [])
        console.log(`${event.kind} ${event.aspectName} of ${event.entityUrn}`);
      seen.add(id);
    }
    // Respond when the message has been processed: the server then sends the next one.
    response.writeHead(204).end();
  });
});

receiver.listen(Number(process.env['RECEIVER_PORT'] ?? 0), '127.0.0.1', () => void subscribe());

async function subscribe(): Promise<void> {
  const { port } = receiver.address() as AddressInfo;
  const answer = await fetch(webhooks, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      name: 'example receiver',
      url: `http://127.0.0.1:${port}/hook`,
      entityTypes: ['dataset'],
    }),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  const created = (await answer.json()) as { id: string; secret: string };
  secret = created.secret;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void leave(created.id));
  console.log(`listening on http://127.0.0.1:${port}/hook`);
  await fetch(`${webhooks}/${created.id}/test`, {
    method: 'POST',
    headers: { authorization: headers.authorization },
  });
}

async function leave(id: string): Promise<void> {
  await fetch(`${webhooks}/${id}`, { method: 'DELETE', headers: { authorization: headers.authorization } });
  console.log('deleted the webhook');
  receiver.close();
  receiver.closeAllConnections();
}
