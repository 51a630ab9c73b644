import { ServerResponse, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { BODIES, ByteBudget } from '../limits/byte-budget.ts';
import { countBody } from './decode-body.ts';

it('counts bodies over 4 KiB until their response closes', () => {
  const bodies = new ByteBudget(10_000, BODIES);
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const send = (length: number): void => {
    countBody(bodies, new ServerResponse(new IncomingMessage(new Socket())), 'ann', length);
  };
  countBody(bodies, response, 'ann', 4_097);
  expect(() => send(4_097)).toThrow('ann may have requests with bodies of 5000 bytes');
  for (let i = 0; i < 10; i++) send(4_096);
  response.emit('close');
  send(4_097);
});
