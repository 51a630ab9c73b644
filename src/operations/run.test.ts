import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { REGISTRY } from '../../test/support/memory/http-server.ts';
import { MemoryCatalog } from '../../test/support/memory/memory-catalog.ts';
import { ROOT_ACTOR } from '../auth/actor.ts';
import type { Catalog, GrantClause } from '../auth/catalog.ts';
import { Permit } from '../auth/permit.ts';
import { EntityReferences } from '../model/entity-reference.ts';
import { patchOf, put } from '../model/proposal-builders.ts';
import { platform } from './needs.ts';
import { defineOperation, describeOperation } from './operation.ts';
import { runOperation } from './run.ts';

const PAINT = defineOperation({
  name: 'paint',
  effect: 'write',
  input: (types) => v.object({ tags: v.array(types.entityOf('tag')), color: v.string() }),
  needs: [platform('PAINT'), { on: ({ tags }) => tags, anyOf: ['MANAGE_TAGS', 'EDIT_TAG_COLOR'] }],
  run: async ({ tags, color }, work) => {
    await work.ingest(tags.map(({ urn }) => patchOf(urn, 'tagProperties', [put(['colorHex'], color)])));
    return tags.length;
  },
});

/** A caller whose catalog notes what it is asked for and what it is given. */
function requester() {
  const asked: (readonly GrantClause[])[] = [];
  const permits: unknown[] = [];
  const permit = new Permit();
  const catalog = new MemoryCatalog(REGISTRY, { urn: ROOT_ACTOR, tokenId: undefined });
  const ingest = catalog.ingest.bind(catalog);
  Object.assign(catalog, {
    permit: (clauses: readonly GrantClause[]) => {
      asked.push(clauses);
      return Promise.resolve(permit);
    },
    ingest: (...[proposals, given]: Parameters<Catalog['ingest']>) => {
      permits.push(given);
      return ingest(proposals);
    },
  });
  const written: number[] = [];
  return {
    ...{ asked, catalog, permit, permits, written },
    references: new EntityReferences(REGISTRY),
    settings: {
      registry: REGISTRY,
      upsertStructuredProperties: 'merge' as const,
      now: () => 1,
      newId: () => 'id',
    },
    wrote: (sequence: number) => void written.push(sequence),
  };
}

describe('an operation', () => {
  it('asks for all its needs at once, and writes under the permit', async () => {
    const caller = requester();
    expect(await runOperation(PAINT, { tags: ['urn:li:tag:a', 'urn:li:tag:b'], color: '#fff' }, caller)).toBe(
      2,
    );
    const onEach = (urn: string) => [{ privilege: 'MANAGE_TAGS' }, { privilege: 'EDIT_TAG_COLOR', urn }];
    expect(caller.asked).toEqual([
      [[{ privilege: 'PAINT', about: [] }], onEach('urn:li:tag:a'), onEach('urn:li:tag:b')],
    ]);
    expect(caller.permits).toEqual([caller.permit]);
    expect(caller.written).toHaveLength(1);
  });

  it('names the part of its input that is malformed, and asks for nothing then', async () => {
    const caller = requester();
    const malformed: unknown = { tags: ['urn:li:tag:a', 3], color: '#fff' };
    const paint = (raw: unknown): unknown => Reflect.apply(runOperation, undefined, [PAINT, raw, caller]);
    await expect(paint(malformed)).rejects.toThrow('tags[1]: expected string, but found 3.');
    await expect(paint('all')).rejects.toThrow('The input: expected Object, but found "all".');
    await expect(paint({ tags: ['urn:li:domain:a'], color: '' })).rejects.toThrow('Pass the urn of a tag');
    expect(caller.asked).toEqual([]);
  });

  it('is documented by all privileges that it may need', () => {
    expect(describeOperation(PAINT)).toEqual({
      name: 'paint',
      effect: 'write',
      needs: { kind: 'entity', anyOf: ['PAINT', 'MANAGE_TAGS', 'EDIT_TAG_COLOR'] },
    });
  });
});
