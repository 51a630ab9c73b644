import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseUrn } from '../../model/urn.ts';
import type { LogEntry } from '../metadata-store.ts';
import { entriesOf, entriesText, shortEntriesText, type StoredGroups } from './log-entries-text.ts';

const entry: fc.Arbitrary<LogEntry> = fc
  .tuple(
    fc.constantFrom('a', 'b', 'c', 'd').map((name) => parseUrn(`urn:li:tag:${name}`)),
    fc.constantFrom('one', 'two'),
    fc.constantFrom(
      { changeType: 'UPSERT' },
      { changeType: 'UPSERT', isInvisible: true },
      { changeType: 'DELETE' },
      { changeType: 'DELETE', runId: 'r 1' },
    ),
  )
  .map(([urn, aspectName, change]) => ({ urn, aspectName, ...change }));

it('reads what it wrote, with repeated lists of aspects and without', () => {
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const urns = [...new Set(entries.map(({ urn }) => urn))];
      const grouped = urns.flatMap((urn) => entries.filter((one) => one.urn === urn));
      for (const text of [entriesText(entries), shortEntriesText(entries)])
        expect(entriesOf(JSON.parse(text) as StoredGroups)).toEqual(grouped);
    }),
  );
});

it('names the aspects of equal groups once', () => {
  const urns = ['a', 'b', 'c'].map((name) => parseUrn(`urn:li:tag:${name}`));
  const entries = urns.map((urn): LogEntry => ({ urn, aspectName: 'one', changeType: 'UPSERT' }));
  expect(shortEntriesText(entries)).toBe('[["urn:li:tag:a","one"],"urn:li:tag:b","urn:li:tag:c"]');
});
