import { describe, expect, it } from 'vitest';
import { BodyBudget } from './body-budget.ts';

describe('the budget of bodies', () => {
  it('is shared by all, and of one actor half', () => {
    const budget = new BodyBudget(100);
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

  it('lets one body through that is larger', () => {
    const budget = new BodyBudget(100);
    const share = budget.begin();
    share.take(200);
    expect(() => budget.begin('ann').take(1)).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
    share.release();
    budget.begin('ann').take(1);
  });
});
