import { describe, expect, it } from 'vitest';
import {
  FakeState,
  aspectChange,
  aspectRow,
  messagesOf,
  ruleContext,
} from '../../../test/support/memory/fake-state.ts';
import { Aspect } from '../../model/aspect.ts';
import type { WriteCondition } from '../../model/proposal.ts';
import { VALIDATORS, checkRules } from './index.ts';
import { checkWriteCondition } from './write-condition.ts';

const TAG = 'urn:li:tag:t';
const value = { name: 't' };

describe('creation', () => {
  it('refuses CREATE of an aspect that exists', () => {
    const parts = { urn: TAG, aspectName: 'tagProperties', after: value, changeType: 'CREATE' } as const;
    const state = new FakeState().exist(TAG);
    expect(checkRules(aspectChange(parts), ruleContext(state))).toEqual([]);
    const [failure] = checkRules(aspectChange({ ...parts, before: value }), ruleContext(state));
    expect(failure?.message).toMatch(/^Cannot perform CREATE since the aspect already exists\. /);
  });

  it('refuses CREATE_ENTITY of an entity that exists', () => {
    const change = aspectChange({
      urn: TAG,
      aspectName: 'tagProperties',
      after: value,
      changeType: 'CREATE_ENTITY',
    });
    expect(checkRules(change, ruleContext(new FakeState()))).toEqual([]);
    const [failure] = checkRules(change, ruleContext(new FakeState().exist(TAG)));
    expect(failure?.message).toMatch(
      /^Cannot perform CREATE_ENTITY if not exists since the entity key already exists\. /,
    );
  });

  it('refuses CREATE of a key whose entity exists', () => {
    const change = aspectChange({ urn: TAG, aspectName: 'tagKey', after: value, changeType: 'CREATE' });
    expect(checkRules(change, ruleContext(new FakeState().exist(TAG)))).toHaveLength(1);
    expect(checkRules(change, ruleContext(new FakeState()))).toEqual([]);
  });
});

describe('keys', () => {
  const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,db.t,PROD)';

  it('must match the urn', () => {
    const after = { platform: 'urn:li:dataPlatform:hive', name: 'db.t', origin: 'PROD' };
    expect(
      checkRules(aspectChange({ urn, aspectName: 'datasetKey', after }), ruleContext(new FakeState())),
    ).toEqual([]);
    const other = aspectChange({ urn, aspectName: 'datasetKey', after: { ...after, name: 'x' } });
    expect(messagesOf(other, checkRules(other, ruleContext(new FakeState())))).toEqual([
      `datasetKey does not match the urn ${urn}. Send ${JSON.stringify(after)}, or leave the key out.`,
    ]);
  });
});

describe('conditions', () => {
  const metadata = {
    version: '3',
    aspectModified: { time: 500, actor: aspectRow(TAG, 'tagProperties', value).aspect.created.actor },
  };
  const { aspect: row } = aspectRow(TAG, 'tagProperties', value, {}, metadata);
  const { aspect: old } = aspectRow(TAG, 'tagProperties', value);

  const { urn, aspectName, text, systemMetadata, created, sequence } = old;
  const hiddenRow = new Aspect({
    urn,
    aspectName,
    text,
    systemMetadata,
    sequence,
    created: { ...created, time: 0 },
  });

  it.each<[string, WriteCondition, typeof row | undefined]>([
    ['none', {}, row],
    ['the stored version', { ifVersionMatch: '3' }, row],
    ['no aspect', { ifVersionMatch: '-1' }, undefined],
    ['a version from before versions were counted', { ifVersionMatch: '1' }, old],
    ['a later change', { ifModifiedSince: 499 }, row],
    ['no later change', { ifUnmodifiedSince: 500 }, row],
    ['no later change of a missing aspect', { ifUnmodifiedSince: 0 }, undefined],
    ['skipping', { ifNoneMatch: '*' }, row],
  ])('hold: %s', (_name, condition, current) => {
    expect(checkWriteCondition(condition, current)).toBeUndefined();
  });

  it.each<[WriteCondition, typeof row | undefined, string]>([
    [{ ifVersionMatch: '-10000' }, row, 'Expected version -10000, actual version 3'],
    [{ ifVersionMatch: '-1' }, row, 'Expected version -1, actual version 3'],
    [{ ifVersionMatch: '3' }, undefined, 'Expected version 3, actual version -1'],
    [{ ifModifiedSince: 500 }, row, 'Item last modified 500 <= 500 (epoch ms)'],
    [{ ifModifiedSince: 0 }, undefined, 'Item last modified 0 <= 0 (epoch ms)'],
    [{ ifUnmodifiedSince: 499 }, row, 'Item last modified 500 > 499 (epoch ms)'],
    [{ ifUnmodifiedSince: 999 }, old, 'Item last modified 1000 > 999 (epoch ms)'],
    [{ ifUnmodifiedSince: 999 }, hiddenRow, 'Send If-Version-Match instead'],
    [{ ifModifiedSince: 0 }, hiddenRow, 'Send If-Version-Match instead'],
  ])('do not hold: %j', (condition, current, words) => {
    expect(Object.values(checkWriteCondition(condition, current) ?? {}).join('. ')).toContain(words);
  });
});

describe('the list of rules', () => {
  it('names each rule once', () => {
    expect(new Set(VALIDATORS.map(({ name }) => name)).size).toBe(VALIDATORS.length);
  });

  it('accepts an ordinary change', () => {
    const change = aspectChange({ urn: TAG, aspectName: 'tagProperties', after: value });
    expect(checkRules(change, ruleContext(new FakeState()))).toEqual([]);
  });
});
