import { describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { newSecret, signedHeaders } from './signature.ts';

describe('a signature', () => {
  it('matches the example of Standard Webhooks', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const message = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1_614_265_330,
      body: '{"test": 2432232314}',
    };
    expect(signedHeaders(message, [secret])).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('verifies with each of two secrets, and with no other', () => {
    let fill = 0;
    const secret = (): string => newSecret((bytes) => String(fill++).padStart(2, '0').repeat(bytes));
    const [former, current, other] = [secret(), secret(), secret()];
    const body = '{"a":"ü"}';
    const timestamp = Math.floor(Date.now() / 1_000);
    const headers = { ...signedHeaders({ id: 'msg_1', timestamp, body }, [current, former]) };
    for (const known of [current, former]) {
      expect(new Webhook(known).verify(body, headers)).toEqual({ a: 'ü' });
    }
    expect(() => new Webhook(other).verify(body, headers)).toThrow();
  });
});
