import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Aspect, nextMetadata } from '../../../src/model/aspect.ts';
import { EVERYTHING } from '../../../src/model/scope.ts';
import { parseUrn, type Urn } from '../../../src/model/urn.ts';
import type { MetadataStore, RowWrite } from '../../../src/store/metadata-store.ts';
import type { OpenStore } from './metadata-store.ts';

const WRITER = { time: 1000, actor: parseUrn('urn:li:corpuser:writer') };
const POLICY = parseUrn('urn:li:dataHubRetention:(tag,*)');
/** More than one batch of a trim. */
const ENTITIES = 1_100;

const urnOf = (i: number): Urn => parseUrn(`urn:li:tag:t${i}`);

/** Contract of `MetadataStore.versions`, which trims old aspect versions by retention policies. */
export function describeVersionTrim(engine: string, open: OpenStore): void {
  describe(`dropping former versions: ${engine}`, () => {
    let store: MetadataStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store[Symbol.asyncDispose]());

    async function put(urns: readonly Urn[], aspectName: string, value: object): Promise<void> {
      await store.commit((state, sequence) => {
        const writes = urns.flatMap((urn): RowWrite[] => {
          const observed = { lastObserved: WRITER.time, runId: 'r' };
          const before = state.row(urn, aspectName)?.aspect.systemMetadata;
          const systemMetadata = nextMetadata(before, observed, WRITER);
          const text = JSON.stringify(value);
          const aspect = new Aspect({ urn, aspectName, text, systemMetadata, created: WRITER, sequence });
          const entity = { urn, created: WRITER, systemMetadata: observed };
          return [
            ...(state.entity(urn) === undefined ? [{ kind: 'createEntity', entity } as const] : []),
            { kind: 'putAspect', row: { aspect, internal: {} } },
          ];
        });
        const entries = urns.map((urn) => ({ urn, aspectName, changeType: 'UPSERT' as const }));
        return { writes, entries, created: WRITER, result: undefined };
      });
    }

    const texts = async (urn: Urn): Promise<readonly (string | undefined)[]> =>
      Promise.all(
        [0, 1, 2, 3].map(
          async (version) =>
            (await store.scoped.version({ urn, aspectName: 'tagProperties' }, version, EVERYTHING))?.text,
        ),
      );

    it('processes all entities in ranges, and leaves the latest versions and the log unchanged', async () => {
      const urns = Array.from({ length: ENTITIES }, (_, i) => urnOf(i));
      for (const name of ['a', 'b', 'c']) await put(urns, 'tagProperties', { name });
      await put([POLICY], 'dataHubRetentionConfig', { retention: { version: { maxVersions: 1 } } });
      const sequence = store.log.lastSequence();
      const ranges = [];
      for (let after = 0; ; after = ranges.at(-1)?.walkedTo ?? 0) {
        ranges.push(await store.versions.trim({ after, now: 2000 }));
        if (ranges.at(-1)?.isDone === true) break;
      }
      expect(ranges.length).toBeGreaterThan(1);
      expect(ranges.reduce((sum, { removed }) => sum + removed, 0)).toBe(2 * ENTITIES);
      for (const urn of [urnOf(0), urnOf(ENTITIES - 1)]) {
        expect(await texts(urn)).toEqual(['{"name":"c"}', undefined, undefined, undefined]);
      }
      expect(store.log.lastSequence()).toBe(sequence);
    });

    it('is limited to the named entity and aspect', async () => {
      for (const name of ['a', 'b', 'c']) await put([urnOf(0), urnOf(1)], 'tagProperties', { name });
      await put([POLICY], 'dataHubRetentionConfig', { retention: { version: { maxVersions: 1 } } });
      const at = { after: 0, now: 2000 };
      expect(await store.versions.trim({ ...at, aspectName: 'status' })).toMatchObject({
        removed: 0,
        isDone: true,
      });
      expect(await store.versions.trim({ ...at, urn: urnOf(9) })).toMatchObject({ removed: 0, isDone: true });
      expect(await store.versions.trim({ ...at, urn: urnOf(1) })).toMatchObject({ removed: 2, isDone: true });
      expect((await texts(urnOf(0)))[1]).toBe('{"name":"a"}');
    });

    it('ends with one entity even when the newest of all is deleted', async () => {
      await put([urnOf(0), urnOf(1)], 'tagProperties', { name: 'a' });
      await store.commit(() => ({
        writes: [{ kind: 'deleteEntity', urn: urnOf(1) }],
        entries: [{ urn: urnOf(1), aspectName: 'tagKey', changeType: 'DELETE' }],
        created: WRITER,
        result: undefined,
      }));
      const trimmed = await store.versions.trim({ after: 0, now: 2000, urn: urnOf(0) });
      expect(trimmed).toMatchObject({ removed: 0, isDone: true });
    });
  });
}
