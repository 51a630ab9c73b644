import { describe, expect, it } from 'vitest';
import { Aspect } from '../../model/aspect.ts';
import { parseUrn, type Urn } from '../../model/urn.ts';
import type { SystemReader } from '../../store/system-reader.ts';
import { KnownTokens } from './known-tokens.ts';

const USER = parseUrn('urn:li:corpuser:ada');
const TOKEN = parseUrn('urn:li:dataHubAccessToken:one');
const stamp = { time: 5, actor: USER };

function aspect(urn: Urn, aspectName: string, value: object): Aspect {
  const systemMetadata = { lastObserved: 5, runId: 'r' };
  return new Aspect({
    urn,
    aspectName,
    text: JSON.stringify(value),
    systemMetadata,
    created: stamp,
    sequence: 1,
  });
}

/** A store of one token and one user that records its reads and can delay them. */
function catalog() {
  const info = { name: 'x', actorUrn: USER, ownerUrn: USER, createdAt: 10 };
  const aspects = new Map<Urn, Map<string, Aspect>>([
    [TOKEN, new Map([['dataHubAccessTokenInfo', aspect(TOKEN, 'dataHubAccessTokenInfo', info)]])],
    [USER, new Map()],
  ]);
  const asked: Urn[] = [];
  let held: Promise<undefined> = Promise.resolve(undefined);
  const reader: Pick<SystemReader, 'entities'> = {
    entities: async (urns) => {
      asked.push(...urns);
      const found = urns.flatMap((urn) => {
        const of = aspects.get(urn);
        const entity = { urn, created: stamp, systemMetadata: { lastObserved: 5, runId: 'r' } };
        return of === undefined ? [] : [[urn, { entity, aspects: new Map(of) }] as const];
      });
      await held;
      return new Map(found);
    },
  };
  return {
    asked,
    aspects,
    suspend: () => {
      aspects.get(USER)?.set('corpUserStatus', aspect(USER, 'corpUserStatus', { status: 'SUSPENDED' }));
    },
    /** Delays all reads until the returned function is called. */
    hold: (): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      held = promise;
      return () => resolve(undefined);
    },
    known: new KnownTokens(reader as SystemReader),
  };
}

describe('KnownTokens', () => {
  it('reads a token and its user once', async () => {
    const { asked, known } = catalog();
    await known.find('one');
    const again = await known.find('one');
    expect(again).toMatchObject({ token: { id: 'one', actor: USER }, refusal: undefined });
    expect(asked).toEqual([TOKEN, USER]);
  });

  it('evicts a token when it or its user changes, and on no other change', async () => {
    const { asked, known } = catalog();
    for (const changed of [TOKEN, USER]) {
      await known.find('one');
      known.changed([changed]);
    }
    await known.find('one');
    expect(asked).toHaveLength(6);
    known.changed([parseUrn('urn:li:corpuser:ben'), parseUrn('urn:li:tag:x')]);
    await known.find('one');
    expect(asked).toHaveLength(6);
  });

  it('does not cache a token that changed while it was read', async () => {
    const { hold, known, suspend } = catalog();
    const release = hold();
    const reading = known.find('one');
    await Promise.resolve();
    suspend();
    known.changed([USER]);
    release();
    await reading;
    expect(await known.find('one')).toMatchObject({ refusal: `${USER} is suspended` });
  });

  it('does not cache unknown tokens', async () => {
    const { asked, known } = catalog();
    for (let i = 0; i < 3; i++) expect(await known.find('other')).toBeUndefined();
    expect(asked).toHaveLength(3);
  });

  it('refuses a token that is older than its user', async () => {
    const { aspects, known } = catalog();
    const info = { name: 'x', actorUrn: USER, ownerUrn: USER, createdAt: 4 };
    aspects.get(TOKEN)?.set('dataHubAccessTokenInfo', aspect(TOKEN, 'dataHubAccessTokenInfo', info));
    expect(await known.find('one')).toMatchObject({ refusal: `${USER} has been removed` });
  });
});
