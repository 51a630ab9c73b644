import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { registry } from '../../../test/support/memory/fake-state.ts';
import type { PatchOperation } from '../../model/proposal.ts';
import type { JsonObject } from '../../util/json.ts';
import { applyPatch } from './apply-patch.ts';
import { effort } from '../../../test/support/effort.ts';

type Entry = readonly [url: string, description: string, element: JsonObject];

interface Step {
  readonly kind: 'add' | 'addBelowUrl' | 'remove' | 'removeUrl' | 'addAll';
  readonly url: string;
  readonly description: string;
  readonly mark: number;
}

const spec = registry.aspects.get('institutionalMemory');
const arrayPrimaryKeys = { elements: ['url', 'description'] };

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
const kind = fc.constantFrom<Step['kind']>('add', 'add', 'addBelowUrl', 'remove', 'removeUrl', 'addAll');
const step: fc.Arbitrary<Step> = fc.record({ kind, url: key, description: key, mark: fc.nat() });

describe('applyPatch on a keyed array', () => {
  it('matches the reference implementation', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(step, { selector: ({ url, description }) => JSON.stringify([url, description]) }),
        fc.array(step),
        (stored, steps) => {
          const entries = stored.map(entryOf);
          const patch = { operations: steps.map(operationOf), arrayPrimaryKeys };
          if (spec === undefined) throw new Error('No aspect institutionalMemory.');
          const before = { elements: entries.map(([, , element]) => element) };
          const expected = steps.reduce(applyToList, entries).map(([, , element]) => element);
          expect(applyPatch(spec, before, patch)).toEqual({ elements: expected });
        },
      ),
      { numRuns: effort(500) },
    );
  });

  it('is a no-op for an empty patch, for removing a missing element and for adding an equal one', () => {
    fc.assert(
      fc.property(fc.array(step), fc.nat(), (stored, pick) => {
        if (spec === undefined) throw new Error('No aspect institutionalMemory.');
        const before = { elements: stored.map((one) => entryOf(one)[2]) };
        const chosen = stored.length === 0 ? undefined : stored[pick % stored.length];
        const isAlone =
          stored.filter((one) => one.url === chosen?.url && one.description === chosen.description).length ===
          1;
        const operations: PatchOperation[] = [
          { op: 'remove', path: '/elements/absent url' },
          { op: 'remove', path: '/elements/absent url/with description' },
          ...(chosen !== undefined && isAlone ? [operationOf({ ...chosen, kind: 'add' })] : []),
        ];
        expect(applyPatch(spec, before, { operations: [], arrayPrimaryKeys })).toEqual(before);
        expect(applyPatch(spec, before, { operations, arrayPrimaryKeys })).toEqual(before);
      }),
    );
  });
});

function entryOf({ url, description, mark }: Step): Entry {
  return [url, description, { url, ...(description !== '' && { description }), mark }];
}

function operationOf(one: Step): PatchOperation {
  const [url, description, element] = entryOf(one);
  const urlPath = `/elements/${escaped(url)}`;
  switch (one.kind) {
    case 'add':
      return { op: 'add', path: `${urlPath}/${escaped(description)}`, value: element };
    case 'addBelowUrl':
      return { op: 'add', path: urlPath, value: element };
    case 'remove':
      return { op: 'remove', path: `${urlPath}/${escaped(description)}` };
    case 'removeUrl':
      return { op: 'remove', path: urlPath };
    case 'addAll':
      return { op: 'add', path: '/elements', value: [element] };
  }
}

/** Reference implementation on a plain list: replaces the first match and removes the others. */
function applyToList(list: readonly Entry[], one: Step): readonly Entry[] {
  const entry = entryOf(one);
  const isBelow = ([url, description]: Entry): boolean =>
    url === one.url &&
    (one.kind === 'addBelowUrl' || one.kind === 'removeUrl' || description === one.description);
  if (one.kind === 'addAll') return [entry];
  if (one.kind === 'remove' || one.kind === 'removeUrl') return list.filter((item) => !isBelow(item));
  const first = list.find(isBelow);
  if (first === undefined) return [...list, entry];
  return list.flatMap((item) => (item === first ? [entry] : isBelow(item) ? [] : [item]));
}

function escaped(text: string): string {
  return text.replaceAll('~', '~0').replaceAll('/', '~1');
}
