import { describe, expect, it } from 'vitest';
import { FakeState, aspectChange, messagesOf, ruleContext } from '../../../test/support/memory/fake-state.ts';
import { readRegistry } from '../../config/read-registry.ts';
import { loadRegistry } from '../../model/registry/load-registry.ts';
import { BOUNDED_LISTS, listLengths } from './list-lengths.ts';

const LISTS = Object.entries(BOUNDED_LISTS).flatMap(([aspectName, lists]) =>
  lists.map(({ member, most }) => ({ aspectName, member, most })),
);

const registry = loadRegistry(readRegistry());

describe.each(LISTS)('$member of $aspectName', ({ aspectName, member, most }) => {
  // The key of the entity does not matter to the rule.
  const entity = [...registry.entities.values()].find(({ aspects }) => aspects.has(aspectName));
  const check = (length: number, stored?: number): readonly string[] => {
    const value = (of: number) => ({ [member]: Array.from({ length: of }, () => null) });
    const urn = `urn:li:${entity?.name ?? ''}:a`;
    const before = stored === undefined ? {} : { before: value(stored) };
    const change = aspectChange({ urn, aspectName, after: value(length), ...before });
    return messagesOf(change, listLengths.check(change, ruleContext(new FakeState())));
  };

  it('is a list of the registry', () => {
    expect(registry.aspects.get(aspectName)?.record.fields.get(member)?.type.kind).toBe('array');
  });

  it('has a maximum length', () => {
    expect(check(most)).toEqual([]);
    expect(check(most + 1)).toEqual([
      `${member} of ${aspectName} has ${most + 1} elements, but at most ${most} are allowed. Leave some out.`,
    ]);
  });

  it('may shrink if a longer one is stored', () => {
    expect(check(most + 5, most + 6)).toEqual([]);
    expect(check(most + 7, most + 6)).toHaveLength(1);
  });
});
