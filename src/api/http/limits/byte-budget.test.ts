import { describe, expect, it } from 'vitest';
import { ANSWERS, BODIES, ByteBudget } from './byte-budget.ts';

describe('a budget of bytes', () => {
  it('is shared by all actors; one actor gets half of it', () => {
    const budget = new ByteBudget(100, BODIES);
    const [ann, bob, cid] = ['ann', 'bob', 'cid'].map((actor) => budget.begin(actor));
    ann?.take(50);
    expect(() => ann?.take(1)).toThrow('ann may have requests with bodies of 50 bytes');
    expect(() => budget.begin('ann').take(1)).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }));
    bob?.take(40);
    expect(() => cid?.take(11)).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
    cid?.take(10);
    ann?.release();
    ann?.release();
    cid?.take(40);
    expect(() => bob?.take(11)).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }));
    bob?.take(10);
  });

  it('refuses one answer that is larger than the share of an actor', () => {
    const budget = new ByteBudget(100, ANSWERS);
    const share = budget.begin('ann');
    share.take(50);
    expect(() => share.take(1)).toThrow('The answer has more than 50 bytes (half of limits.answersBytes).');
    expect(() => budget.begin('ann').take(1)).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }));
    share.release();
    budget.begin('ann').take(50);
  });

  it('admits a single body that exceeds the budget', () => {
    const budget = new ByteBudget(100, BODIES);
    const share = budget.begin();
    share.take(200);
    expect(() => budget.begin('ann').take(1)).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
    share.release();
    budget.begin('ann').take(1);
  });
});
