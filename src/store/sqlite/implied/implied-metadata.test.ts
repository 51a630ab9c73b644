import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_RUN_ID, nextMetadata, type AuditStamp, type SystemMetadata } from '../../../model/aspect.ts';
import { parseUrn } from '../../../model/urn.ts';
import { differenceTo, impliedBy, observedIn, withDifference } from './implied-metadata.ts';

const time = fc.nat({ max: 3 });
const word = fc.constantFrom('a', 'b', '', '"', '-', '__proto__');
const stamp: fc.Arbitrary<AuditStamp> = fc.record({
  time,
  actor: fc.constantFrom(parseUrn('urn:li:corpuser:a'), parseUrn('urn:li:corpuser:b')),
});
const metadata: fc.Arbitrary<SystemMetadata> = fc
  .record(
    {
      lastObserved: time,
      runId: fc.oneof(fc.constant(DEFAULT_RUN_ID), word),
      lastRunId: word,
      pipelineName: word,
      registryName: word,
      registryVersion: word,
      properties: fc.dictionary(fc.constantFrom('a', 'b'), word),
      version: word,
      schemaVersion: time,
      aspectCreated: stamp,
      aspectModified: stamp,
    },
    { requiredKeys: ['lastObserved', 'runId'] },
  )
  .map((members) => ({ ...members }));

describe('the difference of system metadata to what a commit implies', () => {
  it('is that of any metadata to any other', () => {
    fc.assert(
      fc.property(metadata, metadata, (own, implied) => {
        const text = differenceTo(implied)(own);
        expect(withDifference(text, implied)).toEqual(own);
        if (own.runId !== DEFAULT_RUN_ID) {
          const { lastObserved, runId } = own;
          expect(JSON.parse(text), 'by which an index finds it').toMatchObject({ lastObserved, runId });
        }
      }),
    );
  });

  it('is empty for first versions of aspects and for entities, in the order of their members', () => {
    fc.assert(
      fc.property(metadata.map(observedIn), stamp, (sent, created) => {
        const first = nextMetadata(undefined, sent, created);
        const observed = observedIn(first);
        const implied = impliedBy({ created, observed });
        const isNamed = sent.runId !== DEFAULT_RUN_ID;
        for (const [kind, own] of [['aspect', first] as const, ['entity', observed] as const]) {
          const text = differenceTo(implied[kind])(own);
          expect(Object.keys(JSON.parse(text) as object)).toHaveLength(isNamed ? 2 : 0);
          expect(JSON.stringify(withDifference(text, implied[kind]))).toBe(JSON.stringify(own));
        }
      }),
    );
  });
});
