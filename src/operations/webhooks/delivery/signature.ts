import { createHmac } from 'node:crypto';

/** Prefix of secrets in Standard Webhooks; the rest is base64. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** The signed content. */
export interface SignedMessage {
  readonly id: string;
  /** Epoch seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** A new secret; `randomHex` returns random bytes as hexadecimal text. */
export function newSecret(randomHex: (bytes: number) => string): string {
  return PREFIX + Buffer.from(randomHex(SECRET_BYTES), 'hex').toString('base64');
}

/** Headers of a message by Standard Webhooks 1.0, with one signature for each secret. */
export function signedHeaders(
  { body, id, timestamp }: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
