import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { itemsText, proposalText } from './proposal-text.ts';

const ORDERS = 'urn:li:dataset:(urn:li:dataPlatform:hive,orders,PROD)';

interface Changed {
  readonly aspect: string;
  readonly path?: string[];
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

function proposalOf(
  changes: readonly Changed[],
  further: JsonObject = {},
  ofItems: JsonObject = {},
): JsonObject {
  return {
    id: 'p1',
    urn: 'urn:li:changeProposal:p1',
    title: 'Tag it',
    reason: null,
    state: 'OPEN',
    proposer: 'urn:li:corpuser:robot',
    createdAt: 0,
    expiresAt: 86_400_000,
    decidedBy: null,
    decidedAt: null,
    runId: null,
    comments: [],
    items: changes.map(({ after = null, aspect, before = null, path = [] }, i) => ({
      id: String(i + 1),
      urn: ORDERS,
      aspect,
      path,
      before,
      after,
      conflict: false,
      mayApprove: true,
      decision: null,
      ...ofItems,
    })),
    ...further,
  };
}

describe('a proposal as text', () => {
  it('begins with who proposed it and until when it is open', () => {
    expect(proposalText(proposalOf([])).split('\n')).toEqual([
      'Tag it',
      'urn: urn:li:changeProposal:p1',
      'state: OPEN',
      'proposed: 1970-01-01T00:00:00.000Z by urn:li:corpuser:robot',
      'expires: 1970-01-02T00:00:00.000Z',
    ]);
  });

  it.each<[Changed, string]>([
    [
      {
        aspect: 'structuredProperties',
        path: ['properties', 'urn:li:structuredProperty:team'],
        before: {
          propertyUrn: 'urn:li:structuredProperty:team',
          values: [{ string: 'red' }, { string: 'blue' }],
        },
        after: { propertyUrn: 'urn:li:structuredProperty:team', values: [{ double: 3 }] },
      },
      'team: red | blue → 3',
    ],
    [
      { aspect: 'globalTags', path: ['tags', 'urn:li:tag:pii'], after: { tag: 'urn:li:tag:pii' } },
      'tag pii: - → urn:li:tag:pii',
    ],
    [{ aspect: 'domains', before: { domains: ['urn:li:domain:a'] } }, 'domains: urn:li:domain:a → -'],
    [
      {
        aspect: 'editableSchemaMetadata',
        path: ['editableSchemaFieldInfo', 'amount', 'description'],
        before: 'Sum',
        after: 'Sum\u001b[2J',
      },
      'column amount description: Sum → Sum\\u001b[2J',
    ],
    [
      { aspect: 'deprecation', after: { deprecated: true, note: 'Old' } },
      'deprecation: - → deprecated=true, note=Old',
    ],
  ])('shows %j in one line', (change, line) => {
    expect(proposalText(proposalOf([change]))).toContain(`\n\n${ORDERS}\n  [1] ${line} (may approve)`);
  });

  it('shows what differs of a long value', () => {
    const long = 'Orders of all shops. '.repeat(9);
    const change = {
      aspect: 'editableDatasetProperties',
      before: { description: long, name: 'orders' },
      after: { description: `${long}!`, name: 'orders' },
    };
    expect(
      proposalText(proposalOf([change]))
        .split('\n')
        .slice(-3),
    ).toEqual([
      '  [1] editableDatasetProperties: (may approve)',
      `      - description: ${JSON.stringify(long)}`,
      `      + description: ${JSON.stringify(`${long}!`)}`,
    ]);
  });

  it('says what has been decided, how to undo it, and what people said', () => {
    const decided = {
      state: 'PARTLY_APPROVED',
      decidedBy: 'urn:li:corpuser:ann',
      decidedAt: 1000,
      runId: 'proposal-p1',
      comments: [{ author: 'urn:li:corpuser:ann', time: 1000, text: 'fine' }],
    };
    const text = proposalText(proposalOf([{ aspect: 'domains' }], decided, { decision: 'LEFT' }));
    expect(text).toContain('\ndecided: 1970-01-01T00:00:01.000Z by urn:li:corpuser:ann\n');
    expect(text).toContain('\nundo with: colophon undo --run proposal-p1\n');
    expect(text).toContain('(left)\n');
    expect(text).toMatch(/\n\nComments:\n {2}1970-01-01T00:00:01\.000Z urn:li:corpuser:ann: fine$/);
    expect(text).not.toContain('expires');
  });

  it('counts items, those that may be approved, and conflicts', () => {
    const changes = [{ aspect: 'domains' }, { aspect: 'deprecation' }];
    expect(itemsText(proposalOf(changes))).toBe('2 items, 2 that you may approve');
    expect(itemsText(proposalOf(changes, {}, { conflict: true, mayApprove: false }))).toBe(
      '2 items, 0 that you may approve, 2 conflicts',
    );
  });
});
