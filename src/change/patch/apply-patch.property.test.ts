import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { registry } from '../../../test/support/memory/fake-state.ts';
import type { PatchOperation } from '../../model/proposal.ts';
import type { JsonObject } from '../../util/json.ts';
import { applyPatch } from './apply-patch.ts';
import { effort } from '../../../test/support/chance.ts';

type Entry = readonly [tag: string, context: string, element: JsonObject];

interface Step {
  readonly kind: 'add' | 'addBelowTag' | 'remove' | 'removeTag' | 'addAll';
  readonly tag: string;
  readonly context: string;
  readonly mark: number;
}

const spec = registry.aspects.get('globalTags');
const arrayPrimaryKeys = { tags: ['tag', 'context'] };

const nasty = [
  '',
  '~',
  '/',
  '~1',
  '~0',
  '%2F',
  '\u241f',
  'a.b',
  '-',
  '0',
  ' ',
  '__proto__',
  'constructor',
  'é',
  'e\u0301',
  '😀',
  '{string=x}',
  'k'.repeat(5000),
];
const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const kind = fc.constantFrom<Step['kind']>('add', 'add', 'addBelowTag', 'remove', 'removeTag', 'addAll');
const step: fc.Arbitrary<Step> = fc.record({ kind, tag: key, context: key, mark: fc.nat() });

describe('applyPatch on a keyed array', () => {
  it('matches the reference implementation', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(step, { selector: ({ tag, context }) => JSON.stringify([tag, context]) }),
        fc.array(step),
        (stored, steps) => {
          const entries = stored.map(entryOf);
          const patch = { operations: steps.map(operationOf), arrayPrimaryKeys };
          if (spec === undefined) throw new Error('No aspect globalTags.');
          const before = { tags: entries.map(([, , element]) => element) };
          const expected = steps.reduce(applyToList, entries).map(([, , element]) => element);
          expect(applyPatch(spec, before, patch)).toEqual({ tags: expected });
        },
      ),
      { numRuns: effort(500) },
    );
  });

  it('is a no-op for an empty patch, for removing a missing element and for adding an equal one', () => {
    fc.assert(
      fc.property(fc.array(step), fc.nat(), (stored, pick) => {
        if (spec === undefined) throw new Error('No aspect globalTags.');
        const before = { tags: stored.map((one) => entryOf(one)[2]) };
        const chosen = stored.length === 0 ? undefined : stored[pick % stored.length];
        const isAlone =
          stored.filter((one) => one.tag === chosen?.tag && one.context === chosen.context).length === 1;
        const operations: PatchOperation[] = [
          { op: 'remove', path: '/tags/absent tag' },
          { op: 'remove', path: '/tags/absent tag/with context/and more' },
          ...(chosen !== undefined && isAlone ? [operationOf({ ...chosen, kind: 'add' })] : []),
        ];
        expect(applyPatch(spec, before, { operations: [], arrayPrimaryKeys })).toEqual(before);
        expect(applyPatch(spec, before, { operations, arrayPrimaryKeys })).toEqual(before);
      }),
    );
  });
});

function entryOf({ tag, context, mark }: Step): Entry {
  return [tag, context, { tag, ...(context !== '' && { context }), mark }];
}

function operationOf(one: Step): PatchOperation {
  const [tag, context, element] = entryOf(one);
  const tagPath = `/tags/${escaped(tag)}`;
  switch (one.kind) {
    case 'add':
      return { op: 'add', path: `${tagPath}/${escaped(context)}`, value: element };
    case 'addBelowTag':
      return { op: 'add', path: tagPath, value: element };
    case 'remove':
      return { op: 'remove', path: `${tagPath}/${escaped(context)}` };
    case 'removeTag':
      return { op: 'remove', path: tagPath };
    case 'addAll':
      return { op: 'add', path: '/tags', value: [element] };
  }
}

/** Reference implementation on a plain list: replaces the first match and removes the others. */
function applyToList(list: readonly Entry[], one: Step): readonly Entry[] {
  const entry = entryOf(one);
  const isBelow = ([tag, context]: Entry): boolean =>
    tag === one.tag && (one.kind === 'addBelowTag' || one.kind === 'removeTag' || context === one.context);
  if (one.kind === 'addAll') return [entry];
  if (one.kind === 'remove' || one.kind === 'removeTag') return list.filter((item) => !isBelow(item));
  const first = list.find(isBelow);
  if (first === undefined) return [...list, entry];
  return list.flatMap((item) => (item === first ? [entry] : isBelow(item) ? [] : [item]));
}

function escaped(text: string): string {
  return text.replaceAll('~', '~0').replaceAll('/', '~1');
}
