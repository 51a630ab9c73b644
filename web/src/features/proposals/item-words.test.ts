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
