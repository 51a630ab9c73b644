import { describe, expect, it } from 'vitest';
import { FakeState, aspectChange, messagesOf, ruleContext } from '../../../test/support/memory/fake-state.ts';
import type { JsonObject } from '../../util/json.ts';
import { FIELD_LISTS, withFieldsOnce } from '../schema-fields.ts';
import { assertionColumns } from './assertion-columns.ts';
import { fieldPaths } from './field-paths.ts';
import { promptIds } from './prompt-ids.ts';

const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)';
const context = ruleContext(new FakeState());

describe.each([...FIELD_LISTS])('columns of %s', (aspectName, { member, record }) => {
  const columns = (...paths: readonly string[]): JsonObject => ({
    [member]: paths.map((fieldPath, i) => ({ fieldPath, description: String(i) })),
  });
  const check = (after: JsonObject, before?: JsonObject): readonly string[] => {
    const parts = { urn: DATASET, aspectName, after };
    const change = aspectChange(before === undefined ? parts : { ...parts, before });
    return messagesOf(change, fieldPaths.check(change, context));
  };
  const patched = (after: JsonObject, before: JsonObject): readonly string[] => {
    const change = aspectChange({ urn: DATASET, aspectName, after, before });
    const { urn } = change;
    const patch = { operations: [] };
    const patching = { ...change, proposal: { urn, aspectName, changeType: 'PATCH', patch } } as const;
    return messagesOf(change, fieldPaths.check(patching, context));
  };

  it('must be unique and have a path', () => {
    expect(check(columns('a', 'A', 'a.b'))).toEqual([]);
    expect(check({})).toEqual([]);
    expect(check(columns('a', 'b', 'a', 'b', 'a'))).toEqual([
      `Cannot perform UPSERT action on proposal. ${record} aspect has duplicated field paths: 'a', 'b'. Send each field once.`,
    ]);
    expect(check(columns('a', ''))).toEqual([
      `${record} aspect has empty field path. Name the column in ${member}[1].fieldPath.`,
    ]);
    expect(check(columns('', ''))).toHaveLength(2);
  });

  it('are named in a refusal, at most five', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    expect(check(columns(...names, ...names))[0]).toMatch(/: 'a', 'b', 'c', 'd', 'e', and 2 more\. /);
  });

  it('stored with violations are refused in a full value, not in a patch of another member', () => {
    const old = columns('a', 'a', '', 'b');
    expect(check(old, old)).toHaveLength(2);
    expect(patched(old, old)).toEqual([]);
    expect(patched(columns('a', 'a', 'b', 'b'), old)[0]).toMatch(/field paths: 'b'\./);
    expect(patched(columns('b', ''), columns('b'))[0]).toMatch(/empty field path/);
  });

  it('keep the first of several with the same path', () => {
    expect(withFieldsOnce(aspectName, columns('a', 'b', 'a'))).toEqual(columns('a', 'b'));
    const once = columns('a', 'b');
    expect(withFieldsOnce(aspectName, once)).toBe(once);
  });
});

describe('prompts of a form', () => {
  const check = (...ids: readonly string[]): readonly string[] => {
    const change = aspectChange({
      urn: 'urn:li:form:f',
      aspectName: 'formInfo',
      after: { name: 'f', prompts: ids.map((id) => ({ id, title: id, type: 'STRUCTURED_PROPERTY' })) },
    });
    return messagesOf(change, promptIds.check(change, context));
  };

  it('must have unique ids', () => {
    expect(check('p', 'q')).toEqual([]);
    expect(check('p', 'q', 'p')).toEqual([
      'Prompt IDs must be unique, there are duplicate prompt IDs given: [p, q, p]. Give each prompt another id.',
    ]);
  });
});

describe('columns of an assertion', () => {
  const check = (after: JsonObject): readonly string[] => {
    const change = aspectChange({ urn: 'urn:li:assertion:a', aspectName: 'assertionInfo', after });
    return messagesOf(change, assertionColumns.check(change, context));
  };
  const column = (path: string): string => `urn:li:schemaField:(${DATASET},${path})`;
  const custom = (details: JsonObject): JsonObject => ({
    type: 'CUSTOM',
    customAssertion: { type: 't', entity: DATASET, ...details },
  });
  const field = (path: string): JsonObject => ({
    type: 'FIELD',
    fieldAssertion: {
      type: 'FIELD_VALUES',
      entity: DATASET,
      fieldValuesAssertion: { field: { path, type: 'STRING', nativeType: 'text' }, operator: 'NOT_NULL' },
    },
  });

  it.each([custom({}), custom({ field: column('a'), fields: [column('a')] }), field('a'), { type: 'SQL' }])(
    'may be %j',
    (info) => {
      expect(check(info)).toEqual([]);
    },
  );

  it.each([
    custom({ field: column(' ') }),
    custom({ fields: [column('a'), column('')] }),
    { type: 'DATASET', datasetAssertion: { dataset: DATASET, fields: [column('')] } },
    field(''),
    field(' \t'),
  ])('are not blank: %j', (info) => {
    expect(check(info)[0]).toMatch(/^fieldPath must not be blank \(.*\)\. Name a column, or omit it/);
  });
});
