import { describe, expect, it } from 'vitest';
import { REGISTRY } from '../../test/support/memory/reading-catalog.ts';
import { parseUrn, type Urn } from '../model/urn.ts';
import type { EntityRows } from '../store/entity-rows.ts';
import { createDocumentReader } from './index-documents.ts';

describe('the document of an entity', () => {
  it('is removed for a urn that does not fit its type, for example after a change of the registry', async () => {
    const [fit, unfit] = [parseUrn('urn:li:tag:a'), parseUrn('urn:li:tag:(a,b)')];
    const rowsOf = (urn: Urn): EntityRows => ({
      entity: {
        urn,
        created: { time: 0, actor: parseUrn('urn:li:corpuser:a') },
        systemMetadata: { lastObserved: 0, runId: 'r' },
      },
      rows: new Map(),
    });
    const reader = {
      rows: (urns: readonly Urn[]) => Promise.resolve(new Map(urns.map((urn) => [urn, rowsOf(urn)]))),
    };
    const read = createDocumentReader(reader, REGISTRY, {
      get: () => undefined,
      resolve: () => undefined,
      all: () => [],
      ruled: () => [],
      worded: () => [],
    });
    const [first, second] = await read([fit, unfit]);
    expect(first).toMatchObject({ urn: fit });
    expect(first).not.toHaveProperty('removed');
    expect(second).toEqual({ urn: unfit, removed: true });
  });
});
