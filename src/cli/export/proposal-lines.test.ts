import { describe, expect, it } from 'vitest';
import type { ExportedType } from './exported-types.ts';
import { entityLines } from './proposal-lines.ts';

const DATASET: ExportedType = { name: 'dataset', keyAspect: 'datasetKey', timeseries: [] };
const TYPES = new Map([['dataset', DATASET]]);
const URN = 'urn:li:dataset:(urn:li:dataPlatform:hive,a,PROD)';

const WRITTEN = '{"lastObserved":1,"runId":"r","version":"1"}';
/** Metadata without a version: the aspect is derived, or an early DataHub wrote it. */
const UNCOUNTED = '{"lastObserved":1,"runId":"r"}';

/** Names of the aspects exported for an entity with these aspects. */
function exported(...aspects: readonly (readonly [string, string, string])[]): readonly string[] {
  const members = aspects.map(
    ([name, value, systemMetadata]) => `"${name}":{"value":${value},"systemMetadata":${systemMetadata}}`,
  );
  return entityLines(`{"urn":"${URN}",${members.join(',')}}`, TYPES);
}

const KEY = ['datasetKey', '{"name":"a"}', UNCOUNTED] as const;

describe('entityLines', () => {
  it('writes a proposal for each aspect, with its value unchanged', () => {
    expect(exported(KEY, ['datasetProfile', '{"ratio":1.0}', WRITTEN])).toEqual([
      `{"entityType":"dataset","entityUrn":"${URN}","changeType":"UPSERT","aspectName":"datasetProfile",` +
        `"aspect":{"json":{"ratio":1.0}},"systemMetadata":${WRITTEN}}`,
    ]);
  });

  it('omits request traces of the exporting server', () => {
    const metadata = (properties: string): string => `{"lastObserved":1,"runId":"r"${properties}}`;
    const traced = '"telemetryTraceId":"a","isNoOp":"true","telemetryValueTraceId":"b"';
    for (const [properties, kept] of [
      [`,"properties":{"job":"x",${traced}}`, ',"properties":{"job":"x"}'],
      [`,"properties":{${traced}}`, ''],
    ] as const) {
      const [line = ''] = exported(['status', '{"removed":true}', metadata(properties)]);
      expect(line).toContain(`"systemMetadata":${metadata(kept)}}`);
    }
  });

  it('writes an empty value as a string, because the client ignores an empty object', () => {
    const [line = ''] = exported(['status', '{}', WRITTEN]);
    expect(line).toContain('"aspect":{"contentType":"application/json","value":"{}"}');
  });

  it('writes the lifecycle stage first, which creates the entity in it', () => {
    const staged = ['status', '{"lifecycleStage":"urn:li:lifecycleStageType:X"}', WRITTEN] as const;
    const names = exported(['datasetProfile', '{}', WRITTEN], ['ownership', '{}', WRITTEN], staged);
    expect(names.map((line) => /"aspectName":"(\w+)"/.exec(line)?.[1])).toEqual([
      'status',
      'datasetProfile',
      'ownership',
    ]);
  });

  it('omits what every catalog derives, and nothing else', () => {
    const names = exported(
      KEY,
      ['browsePathsV2', '{"path":[{"id":"Default"}]}', UNCOUNTED],
      ['dataPlatformInstance', '{"platform":"urn:li:dataPlatform:hive"}', UNCOUNTED],
    );
    expect(names).toEqual([expect.stringContaining('"aspectName":"datasetKey"')]);
    const kept = exported(
      KEY,
      ['browsePathsV2', '{"path":[{"id":"sales"}]}', UNCOUNTED],
      ['dataPlatformInstance', '{"platform":"urn:li:dataPlatform:hive"}', WRITTEN],
    );
    expect(kept).toHaveLength(2);
    const instance = '{"platform":"urn:li:dataPlatform:hive","instance":"urn:li:dataPlatformInstance:x"}';
    expect(exported(KEY, ['dataPlatformInstance', instance, UNCOUNTED])).toEqual([
      expect.stringContaining('"aspectName":"dataPlatformInstance"'),
    ]);
  });
});
