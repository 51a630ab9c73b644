import { describe, expect, it } from 'vitest';
import { NameRequests } from './name-requests.ts';

function namesWith(fails: (urns: readonly string[]) => boolean = () => false) {
  const sent: (readonly string[])[] = [];
  const requests = new NameRequests((urns) => {
    sent.push(urns);
    if (fails(urns)) return Promise.reject(new Error('refused'));
    return Promise.resolve(new Map(urns.map((urn) => [urn, urn.toUpperCase()])));
  });
  return { requests, sent };
}

describe('requests for names', () => {
  it('of one task are sent as one, with each urn once, and answered separately', async () => {
    const { requests, sent } = namesWith();
    const answers = await Promise.all([requests.read(['a', 'b']), requests.read(['b', 'c'])]);
    expect(sent).toEqual([['a', 'b', 'c']]);
    expect(answers.map((names) => [...names])).toEqual([
      [
        ['a', 'A'],
        ['b', 'B'],
      ],
      [
        ['b', 'B'],
        ['c', 'C'],
      ],
    ]);
    await requests.read(['d']);
    expect(sent).toEqual([['a', 'b', 'c'], ['d']]);
  });

  it('are split where they would be long', async () => {
    const { requests, sent } = namesWith();
    const many = Array.from({ length: 150 }, (_, index) => `u${index}`);
    await Promise.all([requests.read(many), requests.read(many.map((urn) => `${urn}x`))]);
    expect(sent.map((urns) => urns.length)).toEqual([150, 150]);
  });

  it('fail alone', async () => {
    const { requests } = namesWith((urns) => urns.includes('bad'));
    const [good, bad] = await Promise.allSettled([requests.read(['a']), requests.read(['bad'])]);
    expect(good).toEqual({ status: 'fulfilled', value: new Map([['a', 'A']]) });
    expect(bad.status).toBe('rejected');
  });
});
