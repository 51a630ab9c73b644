import { expect, it } from 'vitest';
import type { JsonObject } from '../../util/json.ts';
import { parseUrn } from '../urn.ts';
import { DIFFERS } from './timeline-differs.ts';
import { MOST_TIMELINE_CHANGES, computeTimeline } from './timeline.ts';
import { atOnce } from '../../util/concurrency/steps.ts';

const URN = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)');
const actor = parseUrn('urn:li:corpuser:ann');

it('keeps the times of writes adopted from another server in one commit', () => {
  const version = (number: number, time: number, ...tags: readonly string[]) => ({
    version: number,
    sequence: 7,
    stamp: { time, actor },
    isSeen: true,
    value: { tags: tags.map((tag) => ({ tag: `urn:li:tag:${tag}` })) },
  });
  const histories = [
    {
      aspectName: 'globalTags',
      isWhole: true,
      differs: Object.values(DIFFERS.TAG).slice(0, 1),
      versions: [version(1, 100, 'a'), version(0, 200, 'a', 'b')],
    },
    {
      aspectName: 'status',
      isWhole: true,
      differs: [],
      versions: [{ version: 0, sequence: 7, stamp: { time: 150, actor }, value: {}, isSeen: true }],
    },
  ];
  const transactions = atOnce(computeTimeline(URN, histories, () => true));
  expect(
    transactions.map(({ stamp, version: semantic, versionStamp }) => [stamp.time, semantic, versionStamp]),
  ).toEqual([
    [100, '0.0.0-computed', 'globalTags:1'],
    [200, '0.1.0-computed', 'globalTags:0;status:0'],
  ]);
});

it('refuses more changes than one timeline may have, not counting unrequested ones', () => {
  const tags = (count: number, from = 0): JsonObject => ({
    tags: Array.from({ length: count }, (_, i) => ({ tag: `urn:li:tag:${from + i}` })),
  });
  const versions = [tags(MOST_TIMELINE_CHANGES), tags(1)].map((value, i) => ({
    version: 1 - i,
    sequence: i,
    stamp: { time: i, actor },
    isSeen: true,
    value,
  }));
  const differs = Object.values(DIFFERS.TAG).slice(0, 1);
  const histories = [{ aspectName: 'globalTags', isWhole: true, differs, versions }];
  const timelineFrom = (from: number) =>
    atOnce(computeTimeline(URN, histories, ({ time }) => time === from || from < 0));
  expect(timelineFrom(0)[0]?.events).toHaveLength(MOST_TIMELINE_CHANGES);
  expect(timelineFrom(1)[0]?.events).toHaveLength(MOST_TIMELINE_CHANGES - 1);
  expect(() => timelineFrom(-1)).toThrow('The timeline has more than 100000 changes');
});
