import { expect, it } from 'vitest';
import { parseUrn } from '../urn.ts';
import { DIFFERS } from './timeline-differs.ts';
import { computeTimeline } from './timeline.ts';

const URN = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)');
const actor = parseUrn('urn:li:corpuser:ann');

it('keeps the times of writes that were taken over from another server in one commit', () => {
  const version = (number: number, time: number, ...tags: readonly string[]) => ({
    ...{ version: number, sequence: 7, stamp: { time, actor } },
    value: { tags: tags.map((tag) => ({ tag: `urn:li:tag:${tag}` })) },
  });
  const histories = [
    {
      ...{ aspectName: 'globalTags', isWhole: true, differs: Object.values(DIFFERS.TAG).slice(0, 1) },
      versions: [version(1, 100, 'a'), version(0, 200, 'a', 'b')],
    },
    {
      ...{ aspectName: 'status', isWhole: true, differs: [] },
      versions: [{ version: 0, sequence: 7, stamp: { time: 150, actor }, value: {} }],
    },
  ];
  const told = computeTimeline(URN, histories, () => true);
  expect(
    told.map(({ stamp, version: semantic, versionStamp }) => [stamp.time, semantic, versionStamp]),
  ).toEqual([
    [100, '0.0.0-computed', 'globalTags:1'],
    [200, '0.1.0-computed', 'globalTags:0;status:0'],
  ]);
});
