import { describe, expect, it } from 'vitest';
import { itemWords, partsOf } from './item-words.ts';
import type { ProposalItem } from './proposal-data.ts';

const NAMES = { naming: (urn: string) => urn.split(':').at(-1) ?? urn, definitionOf: () => undefined };

function item(members: Pick<ProposalItem, 'aspect' | 'path'> & Partial<ProposalItem>): ProposalItem {
  return {
    id: '1',
    urn: 'urn:li:dataset:orders',
    before: undefined,
    after: undefined,
    hasConflict: false,
    mayApprove: true,
    decision: null,
    ...members,
  };
}

describe('itemWords', () => {
  it('names an owner with the type of ownership', () => {
    const path = ['owners', 'urn:li:corpuser:ada', 'urn:li:ownershipType:steward'];
    const after = { owner: 'urn:li:corpuser:ada', type: 'CUSTOM', typeUrn: 'urn:li:ownershipType:steward' };
    expect(itemWords(item({ aspect: 'ownership', path, after }), NAMES)).toEqual({
      label: 'Owners',
      before: undefined,
      after: 'ada (steward)',
    });
  });

  it('names a tag by its value, and a column by its path', () => {
    const tag = item({
      aspect: 'globalTags',
      path: ['tags', 'urn:li:tag:pii'],
      after: { tag: 'urn:li:tag:pii' },
    });
    expect(itemWords(tag, NAMES)).toEqual({ label: 'Tags', before: undefined, after: 'pii' });
    const path = ['editableSchemaFieldInfo', 'email', 'description'];
    expect(itemWords(item({ aspect: 'editableSchemaMetadata', path, after: 'An address.' }), NAMES)).toEqual({
      label: 'Description of the column email',
      before: undefined,
      after: 'An address.',
    });
  });
});

describe('a deprecation', () => {
  const whole = item({
    aspect: 'deprecation',
    path: [],
    before: { deprecated: false, note: '', actor: 'urn:li:corpuser:ada' },
    after: {
      deprecated: true,
      note: 'Use two.',
      decommissionTime: Date.UTC(2027, 0, 31),
      actor: 'urn:li:corpuser:ada',
    },
  });

  it('is one part, without who wrote it', () => {
    expect(partsOf(whole)).toEqual([whole]);
    expect(itemWords(whole, NAMES)).toEqual({
      label: 'Deprecation',
      before: 'Not deprecated',
      after: 'Use two. · decommissioned on 31 Jan 2027',
    });
  });
});

describe('a definition', () => {
  const [raw, clean] = ['raw', 'clean'].map((string) => ({ value: { string } }));
  const gold = { value: { string: 'gold' }, description: 'checked' };
  const whole = item({
    aspect: 'propertyDefinition',
    path: [],
    before: { qualifiedName: 'stage', allowedValues: [raw, clean, gold] },
    after: {
      qualifiedName: 'stage',
      allowedValues: [raw, clean],
      cardinality: 'SINGLE',
      version: '20260101000000',
    },
  });

  it('lists its allowed values as people write them, and leaves out what only programs need', () => {
    expect(partsOf(whole).map((part) => itemWords(part, NAMES))).toEqual([
      { label: 'Allowed values', before: 'raw, clean, gold (checked)', after: 'raw, clean' },
    ]);
    const after = { allowedValues: [{ value: { double: 30 } }], cardinality: 'MULTIPLE' };
    const first = item({ aspect: 'propertyDefinition', path: [], before: { cardinality: 'SINGLE' }, after });
    expect(partsOf(first).map((part) => itemWords(part, NAMES))).toEqual([
      { label: 'Values per asset', before: 'One', after: 'Several' },
      { label: 'Allowed values', before: 'Any', after: '30' },
    ]);
  });

  it('says how many of many allowed values are not listed', () => {
    const many = Array.from({ length: 52 }, (_, i) => ({ value: { string: `v${i}` } }));
    const [part] = partsOf({ ...whole, after: { qualifiedName: 'stage', allowedValues: many } });
    expect(part && itemWords(part, NAMES).after).toMatch(/v49 and 2 more$/);
  });

  it('says that a property is deleted, and whether it can be restored', () => {
    const soft = item({ aspect: 'status', path: ['removed'], before: false, after: true });
    expect(itemWords(soft, NAMES)).toEqual({
      label: 'Property',
      before: 'There',
      after: 'Deleted, can be restored',
    });
    const hard = item({ aspect: 'structuredPropertyKey', path: [], before: { id: 'stage' } });
    expect(itemWords(hard, NAMES).after).toBe('Deleted with all values');
  });
});

describe('partsOf', () => {
  it('has the members of a whole aspect that differ', () => {
    const before = { qualifiedName: 'team', displayName: 'Team', cardinality: 'SINGLE' };
    const whole = item({
      aspect: 'propertyDefinition',
      path: [],
      before,
      after: { ...before, displayName: 'Group', cardinality: 'MULTIPLE' },
    });
    expect(partsOf(whole).map(({ id, path }) => [id, path])).toEqual([
      ['1', ['displayName']],
      ['1', ['cardinality']],
    ]);
  });

  it('is the item itself where it is about a part', () => {
    const part = item({ aspect: 'globalTags', path: ['tags', 'urn:li:tag:pii'], before: {} });
    expect(partsOf(part)).toEqual([part]);
  });
});
