import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPatch } from '../../change/patch/apply-patch.ts';
import { partReader } from '../../change/patch/part-reader.ts';
import { readRegistry } from '../../config/read-registry.ts';
import type { MetadataChangeProposal, PatchOperation } from '../../model/proposal.ts';
import { loadRegistry } from '../../model/registry/load-registry.ts';
import { parseUrn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { itemsOf } from './items.ts';
import { partStates, specOf } from './part-states.ts';

const registry = loadRegistry(readRegistry());
const urn = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)');
const aspectName = 'editableSchemaMetadata';
const spec = specOf(aspectName, registry);

function patch(operations: readonly PatchOperation[]): MetadataChangeProposal {
  return { urn, aspectName, changeType: 'PATCH', patch: { operations } };
}

const described = (column: string, description: string): PatchOperation => ({
  op: 'add',
  path: `/editableSchemaFieldInfo/${column}/description`,
  value: description,
});

const COLUMNS = ['a', 'b', 'c'];
const aspect = fc
  .dictionary(fc.constantFrom(...COLUMNS), fc.constantFrom('old', 'new'))
  .map((columns): JsonObject => ({
    editableSchemaFieldInfo: Object.entries(columns).map(([fieldPath, description]) => ({
      fieldPath,
      description,
    })),
  }));
const part = fc
  .tuple(fc.constantFrom(...COLUMNS), fc.constantFrom('', '/description', '/globalTags'))
  .map(([column, member]) => `/editableSchemaFieldInfo/${column}${member}`);
const operation = fc.tuple(fc.constantFrom('add', 'remove', 'replace'), part).map(([op, path]) => {
  if (op === 'remove') return { op: 'remove', path } as const;
  const value = path.endsWith('/description')
    ? 'new'
    : path.endsWith('/globalTags')
      ? { tags: [] }
      : { description: 'new' };
  return { op: op === 'add' ? 'add' : 'replace', path, value } as const;
});

describe('the parts of items of one aspect', () => {
  it('are what the patch of each alone would make of them', () => {
    fc.assert(
      fc.property(aspect, fc.array(operation, { maxLength: 6 }), (value, operations) => {
        const items = operations.map((one) => ({
          urn,
          aspectName,
          changeType: 'PATCH' as const,
          path: one.path.slice(1).split('/'),
          operations: [one],
        }));
        const alone = items.map((item) => {
          const before = partReader(spec, value)(item.path);
          try {
            const after = partReader(
              spec,
              applyPatch(spec, value, { operations: item.operations }),
            )(item.path);
            return { item, before, after, fits: true };
          } catch {
            return { item, before, after: undefined, fits: false };
          }
        });
        expect(partStates(items, value, spec)).toEqual(alone);
      }),
    );
  });
});

describe('the items of writes', () => {
  const itemsIn = (writes: readonly MetadataChangeProposal[]) =>
    itemsOf(writes, () => undefined, registry, 's');

  it('have one part for patches of the same part that follow each other', () => {
    const items = itemsIn([
      patch([described('a', '1')]),
      patch([described('b', '2')]),
      patch([described('a', '3')]),
    ]);
    expect(items).toMatchObject([
      { path: ['editableSchemaFieldInfo', 'a', 'description'] },
      { path: ['editableSchemaFieldInfo', 'b', 'description'] },
    ]);
    expect(items[0]?.operations).toEqual([described('a', '1'), described('a', '3')]);
  });

  it('keep the order of a patch of a whole after patches of its parts', () => {
    const whole: PatchOperation = { op: 'add', path: '/editableSchemaFieldInfo', value: [] };
    const operations = [described('a', '1'), described('b', '2'), whole, described('c', '3')];
    const items = itemsIn([patch(operations)]);
    expect(items.flatMap((item) => item.operations)).toEqual(operations);
  });

  it('are refused if they write an aspect again and again, which would take the time of the aspect each', () => {
    const value = { editableSchemaFieldInfo: [{ fieldPath: 'a', description: 'x' }] };
    const writes = Array.from({ length: 11 }, (_, i): MetadataChangeProposal => {
      if (i % 2 === 0) return patch([described('a', String(i))]);
      return { urn, aspectName, changeType: 'UPSERT', value };
    });
    expect(() => itemsIn(writes)).toThrow(/more than 10 times/);
    expect(itemsIn(writes.slice(1)).length).toBeGreaterThan(0);
  });
});
