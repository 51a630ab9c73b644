import { describe, expect, it } from 'vitest';
import { REGISTRY } from '../../../test/support/memory/http-server.ts';
import { readSnapshot, snapshotJson } from './snapshot.ts';
import { parseUrn } from '../../model/urn.ts';
import type { JsonValue } from '../../util/json.ts';

const URN = 'urn:li:dataset:(urn:li:dataPlatform:mysql,a,PROD)';
const DATASET = 'com.linkedin.metadata.snapshot.DatasetSnapshot';
const snapshot = (aspects: JsonValue, urn: JsonValue = URN): JsonValue => ({
  value: { [DATASET]: { urn, aspects } },
});

describe('readSnapshot', () => {
  it('returns one proposal per aspect', () => {
    const value = snapshot([
      { 'com.linkedin.dataset.DatasetProperties': { description: 'd' } },
      { 'com.linkedin.common.Status': { removed: false } },
    ]);
    expect(readSnapshot(REGISTRY, value, { runId: 'r' }, 'entity')).toEqual([
      {
        urn: URN,
        aspectName: 'datasetProperties',
        changeType: 'UPSERT',
        value: { description: 'd' },
        systemMetadata: { runId: 'r' },
      },
      {
        urn: URN,
        aspectName: 'status',
        changeType: 'UPSERT',
        value: { removed: false },
        systemMetadata: { runId: 'r' },
      },
    ]);
  });

  it.each([
    [{}, 'entity.value must be a JSON object'],
    [{ value: {} }, 'entity.value must have one member, named after its class, but it has 0'],
    [snapshot([], 'x'), 'Invalid urn!: x'],
    [snapshot([], 'urn:li:bogus:x'), 'Failed to find entity with name bogus'],
    [snapshot([{ 'com.linkedin.common.Statuz': {} }]), "Did you mean 'com.linkedin.common.Status'?"],
    [snapshot([{ a: {}, b: {} }]), 'entity.aspects[0] must have one member'],
    [snapshot([], 'urn:li:chart:(looker,c)'), `entity.value is a ${DATASET}, but the urn is that of a chart`],
    [{ value: { 'com.linkedin.metadata.snapshot.NopeSnapshot': { urn: URN } } }, `Send a ${DATASET}.`],
    [snapshot([{ 'com.linkedin.common.Status': 1 }]), 'must be a JSON object'],
  ])('refuses %j', (value, message) => {
    expect(() => readSnapshot(REGISTRY, value, undefined, 'entity')).toThrow(message);
  });
});

describe('snapshotJson', () => {
  it.each([
    ['dataset', 'DatasetSnapshot'],
    ['corpuser', 'CorpUserSnapshot'],
    ['corpGroup', 'CorpGroupSnapshot'],
    ['mlModelGroup', 'MLModelGroupSnapshot'],
    ['dataJob', 'DataJobSnapshot'],
  ])('names the snapshot of %s', (type, name) => {
    const entity = REGISTRY.entities.get(type);
    if (entity === undefined) throw new Error(`The registry has no ${type}.`);
    expect(snapshotJson(entity, parseUrn(URN), [])).toBe(
      `{"com.linkedin.metadata.snapshot.${name}":{"urn":"${URN}","aspects":[]}}`,
    );
  });
});
