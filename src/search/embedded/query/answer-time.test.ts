import { describe, expect, it } from 'vitest';
import { AnswerTime } from './answer-time.ts';

describe('the time limit of a query', () => {
  it('is exceeded when the clock has passed it', () => {
    let now = 500;
    const time = new AnswerTime({ ms: 10, clock: () => now });
    now = 509;
    time.check();
    now = 510;
    const message = expect.stringContaining('The search was aborted after 10 ms') as string;
    expect(() => time.check()).toThrow(expect.objectContaining({ code: 'TIMEOUT', message }));
  });

  it('is checked once for many short texts, and often enough for long ones', () => {
    let looks = 0;
    const time = new AnswerTime({ ms: 1_000_000, clock: () => looks++ });
    for (let i = 0; i < 65_536; i++) time.spend(16);
    expect(looks).toBe(1 + 32);
    for (let i = 0; i < 3; i++) time.spend(1_000_000);
    expect(looks).toBe(1 + 32 + 3);
  });
});
