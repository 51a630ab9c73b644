import { expect, it } from 'vitest';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { SYSTEM_ACTOR } from '../actor.ts';
import { tokenUrn } from './token-records.ts';
import { TokenUses } from './token-uses.ts';

const STAMPED = {
  created: { time: 5, actor: SYSTEM_ACTOR.urn },
  systemMetadata: { lastObserved: 5, runId: 'r' },
};

it('returns uses while they are stored, and keeps those that could not be stored', async () => {
  let time = 1;
  let reading = Promise.withResolvers<undefined>();
  const written: (readonly MetadataChangeProposal[])[] = [];
  const uses = new TokenUses({
    reader: {
      entities: async (urns) => {
        await reading.promise;
        return new Map(urns.map((urn) => [urn, { entity: { urn, ...STAMPED }, aspects: new Map() }]));
      },
    },
    change: {
      ingest: (_actor, proposals) => {
        written.push(proposals);
        return Promise.resolve({ sequence: 1, results: [] });
      },
    },
    now: () => time,
  });
  uses.used('one');
  const refused = uses.save();
  expect(uses.latest('one')).toBe(1);
  time = 2;
  uses.used('two');
  reading.reject(new Error('away'));
  await expect(refused).rejects.toThrow('away');
  expect([uses.latest('one'), uses.latest('two')]).toEqual([1, 2]);
  reading = Promise.withResolvers();
  const saved = uses.save();
  reading.resolve(undefined);
  await saved;
  expect(written.flat().flatMap(({ urn, changeType }) => (changeType === 'UPSERT' ? [urn] : []))).toEqual(
    ['one', 'two'].map(tokenUrn),
  );
  expect([uses.latest('one'), uses.latest('two')]).toEqual([1, 2]);
});
