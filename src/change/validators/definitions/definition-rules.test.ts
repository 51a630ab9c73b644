import { describe, expect, it } from 'vitest';
import {
  FakeState,
  aspectChange,
  aspectRow,
  messagesOf,
  ruleContext,
} from '../../../../test/support/memory/fake-state.ts';
import type { ChangeSettings } from '../../rules.ts';
import type { JsonObject } from '../../../util/json.ts';
import { checkRules } from '../index.ts';

const PROPERTY = 'urn:li:structuredProperty:io.acryl.privacy.retentionTime';
const STRING = 'urn:li:dataType:datahub.string';
const NUMBER = 'urn:li:dataType:datahub.number';
const DATASET_TYPE = 'urn:li:entityType:datahub.dataset';

const definition = {
  qualifiedName: 'io.acryl.privacy.retentionTime',
  valueType: STRING,
  cardinality: 'MULTIPLE',
  entityTypes: [DATASET_TYPE],
};

function catalog(): FakeState {
  return new FakeState().exist(STRING, NUMBER, DATASET_TYPE, 'urn:li:dataPlatform:hive');
}

function check(
  parts: { before?: JsonObject; after?: JsonObject; urn?: string; highestVersion?: string },
  state = catalog(),
  settings: Partial<ChangeSettings> = {},
): readonly string[] {
  const { urn = PROPERTY, before, after, highestVersion } = parts;
  const internal = { generation: 1, ...(highestVersion !== undefined && { highestVersion }) };
  const change = aspectChange({
    urn,
    aspectName: 'propertyDefinition',
    ...(before !== undefined && { before, row: aspectRow(urn, 'propertyDefinition', before, internal) }),
    ...(after !== undefined && { after }),
  });
  return messagesOf(change, checkRules(change, ruleContext(state, settings)));
}

describe('definitions', () => {
  it('accepts a new definition', () => {
    expect(check({ after: definition })).toEqual([]);
  });

  it('refuses white space in the name and in the urn, and an empty name', () => {
    const urn = 'urn:li:structuredProperty:a b';
    expect(check({ urn, after: { ...definition, qualifiedName: 'a b' } })).toEqual([
      'Urn ID cannot have spaces: urn:li:structuredProperty:a b has white space. Use dots or underscores.',
      "Qualified names cannot have spaces: qualifiedName 'a b' has white space. Use dots or underscores.",
    ]);
    expect(check({ after: { ...definition, qualifiedName: 'a\ud800' } })).toEqual([
      "Qualified names must be whole characters: qualifiedName 'a\ufffd' has half of a surrogate pair.",
    ]);
    expect(check({ after: { ...definition, qualifiedName: '' } })).toEqual([
      `Qualified names cannot be empty: ${PROPERTY}. Send qualifiedName.`,
    ]);
  });

  it('does not take a.b and a_b for one property', () => {
    const state = catalog().put('urn:li:structuredProperty:a.b', 'propertyDefinition', definition);
    expect(
      check({ urn: 'urn:li:structuredProperty:a_b', after: { ...definition, qualifiedName: 'a_b' } }, state),
    ).toEqual([]);
  });

  describe('allowed values', () => {
    const allowing = (type: string, ...values: JsonObject[]) => ({
      ...definition,
      valueType: `urn:li:dataType:datahub.${type}`,
      allowedValues: values.map((value) => ({ value })),
    });
    const state = () =>
      catalog().exist(
        'urn:li:dataType:datahub.date',
        'urn:li:dataType:datahub.urn',
        'urn:li:dataType:acme.any',
      );

    it.each<[string, JsonObject, string]>([
      ['number', { string: 'foo' }, 'value: {string=foo} should be a number'],
      ['number', { string: '1e400' }, 'value: {string=1e400} should be a number'],
      ['string', { double: 30 }, 'value: {double=30.0} should be a string'],
      [
        'date',
        { string: '2026-02-30' },
        'value: {string=2026-02-30} should be a date with format YYYY-MM-DD',
      ],
      ['urn', { string: 'x' }, 'value: {string=x} should be an urn'],
    ])('of type %s refuse %j', (type, value, words) => {
      expect(check({ after: allowing(type, value) }, state())).toEqual([
        expect.stringContaining(`Property: ${PROPERTY}, allowedValues: ${words}`),
      ]);
    });

    it('that were stored stay, and may be joined by others', () => {
      const before = allowing('number', { string: 'foo' }, { double: 1 });
      const after = allowing('number', { string: 'foo' }, { double: 1 }, { double: 2 });
      expect(check({ before, after }, state())).toEqual([]);
      expect(check({ before, after: allowing('number', { double: 1 }) }, state())).toEqual([]);
    });

    it('of a custom data type are not checked', () => {
      const after = {
        ...allowing('x', { string: 'a' }, { double: 1 }),
        valueType: 'urn:li:dataType:acme.any',
      };
      expect(check({ after }, state())).toEqual([]);
    });
  });

  describe('names', () => {
    const other = 'urn:li:structuredProperty:other';
    const taken = "Another Structured Property has the name '";
    const named = (qualifiedName: string, urn = other, state = catalog()) =>
      state.put(urn, 'propertyDefinition', { ...definition, qualifiedName });

    it.each([
      ['the qualified name of another', 'a', 'b', named('b')],
      ['the name in the urn of another', 'a', 'other', named('b')],
      ['the qualified name of another, in its urn', 'b', 'b', named('b')],
      [
        'the name in the urn of another, soft-deleted',
        'a',
        'other',
        named('b').put(other, 'status', { removed: true }),
      ],
    ])('refuses %s', (_what, key, qualifiedName, state) => {
      const urn = `urn:li:structuredProperty:${key}`;
      expect(check({ urn, after: { ...definition, qualifiedName } }, state)).toEqual([
        `${taken}${qualifiedName}' already (${other}): ${urn} with qualifiedName '${qualifiedName}'. ` +
          'A name, in the urn or as qualifiedName, belongs to one property. Choose another name, or delete the other property.',
      ]);
    });

    it('accepts two unused names', () => {
      const urn = 'urn:li:structuredProperty:a';
      expect(check({ urn, after: { ...definition, qualifiedName: 'c' } }, named('b'))).toEqual([]);
    });

    it('accepts changes of a stored definition with a shared name', () => {
      const before = { ...definition, qualifiedName: 'b' };
      const state = named('b').put(PROPERTY, 'propertyDefinition', before);
      expect(check({ before, after: { ...before, description: 'new' } }, state)).toEqual([]);
    });
  });

  it('refuses to touch a soft-deleted definition', () => {
    const state = catalog()
      .put(PROPERTY, 'propertyDefinition', definition)
      .put(PROPERTY, 'status', { removed: true });
    expect(check({ before: definition, after: definition }, state)).toEqual([
      `Cannot mutate a soft deleted Structured Property Definition: ${PROPERTY}. Restore it first ('colophon restore', or status.removed = false).`,
    ]);
    expect(check({ before: definition }, state)).toEqual([]);
  });

  it('refuses other settings of a soft-deleted property', () => {
    const change = (after?: JsonObject) =>
      aspectChange({ urn: PROPERTY, aspectName: 'structuredPropertySettings', ...(after && { after }) });
    const state = catalog().put(PROPERTY, 'propertyDefinition', definition);
    expect(checkRules(change({ isHidden: true }), ruleContext(state))).toEqual([]);
    state.put(PROPERTY, 'status', { removed: true });
    const hiding = change({ isHidden: true });
    expect(messagesOf(hiding, checkRules(hiding, ruleContext(state)))).toEqual([
      `Cannot mutate a soft deleted Structured Property Definition: structuredPropertySettings of ${PROPERTY}. ` +
        "Restore it first ('colophon restore', or status.removed = false).",
    ]);
    expect(checkRules(change(), ruleContext(state))).toEqual([]);
  });

  it('lets a soft-deleted name without a definition be defined, but not restored', () => {
    const state = catalog().put(PROPERTY, 'status', { removed: true });
    expect(check({ after: definition }, state)).toEqual([]);
    const restore = aspectChange({ urn: PROPERTY, aspectName: 'status', after: { removed: false } });
    const words = `Cannot restore a Structured Property that is not defined: ${PROPERTY}. It was hard-deleted, or never existed; `;
    expect(messagesOf(restore, checkRules(restore, ruleContext(state)))).toEqual([
      `${words}create it instead.`,
    ]);
    expect(messagesOf(restore, checkRules(restore, ruleContext(catalog())))).toEqual([
      `${words}create it instead.`,
    ]);
  });

  it('refuses another qualified name, with a version too', () => {
    const after = { ...definition, qualifiedName: 'b', version: '20240610000000' };
    const [text] = check({ before: definition, after });
    expect(text).toMatch(/^Cannot change the fully qualified name of a Structured Property: /);
  });

  it('refuses a breaking change without a version, naming every reason and the remedy', () => {
    const after = { ...definition, cardinality: 'SINGLE', valueType: NUMBER };
    expect(check({ before: definition, after })).toEqual([
      'Value type cannot be changed as this is a backwards incompatible change: ' +
        `valueType ${STRING} to ${NUMBER}; ` +
        'Property definition cardinality cannot be changed from MULTIPLE to SINGLE. ' +
        'Send a version (yyyyMMddhhmmss) to allow the breaking change; the old values will be hidden and deleted.',
    ]);
  });

  it('accepts a breaking change with a greater version, and only with one', () => {
    const before = { ...definition, version: '20240610000000' };
    const broken = { ...before, cardinality: 'SINGLE' };
    expect(check({ before, after: { ...broken, version: '20240610000001' } })).toEqual([]);
    expect(check({ before, after: broken })[0]).toContain(
      'version (yyyyMMddhhmmss) greater than 20240610000000',
    );
  });

  it('keeps the highest version when a later definition had none', () => {
    const highestVersion = '20240610000000';
    const broken = { ...definition, cardinality: 'SINGLE' };
    const lower = check({
      before: definition,
      after: { ...broken, version: '20240101000000' },
      highestVersion,
    });
    expect(lower).toEqual([
      'Invalid version specified. Must be greater than 20240610000000, the highest version of the property so far: ' +
        "version '20240101000000'. Send a greater one (yyyyMMddhhmmss), or leave version out.",
      expect.stringContaining('cardinality cannot be changed from MULTIPLE to SINGLE'),
    ]);
    expect(
      check({ before: definition, after: { ...broken, version: '20250101000000' }, highestVersion }),
    ).toEqual([]);
  });

  it('refuses the highest version for a definition that no longer has one', () => {
    const after = { ...definition, version: '20240610000000' };
    expect(check({ before: definition, after, highestVersion: '20240610000000' })).toEqual([
      expect.stringContaining('Must be greater than 20240610000000'),
    ]);
  });

  it('accepts the stored version sent again', () => {
    const versioned = { ...definition, version: '20240610000000' };
    expect(check({ before: versioned, after: { ...versioned, description: 'd' } })).toEqual([]);
  });

  it('refuses a version more than a day ahead, and accepts a stored one', () => {
    expect(check({ after: { ...definition, version: '20260102000000' } })).toEqual([]);
    for (const version of ['20260102000001', '99991231235959']) {
      expect(check({ after: { ...definition, version } })).toEqual([
        `Invalid version specified. Must not be more than a day ahead: version '${version}' would leave none for later ` +
          'breaking changes. Send one up to 20260102000000 (yyyyMMddhhmmss, UTC).',
      ]);
    }
    const blocked = { ...definition, version: '99991231235959' };
    const broken = { ...definition, cardinality: 'SINGLE' };
    expect(check({ before: blocked, after: { ...blocked, description: 'd' } })).toEqual([]);
    expect(check({ before: blocked, after: { ...broken, version: '20251231000000' } })).toEqual([]);
    expect(check({ before: blocked, after: broken })[0]).toContain(
      'Send a version (yyyyMMddhhmmss) to allow',
    );
  });

  it('refuses an empty list of entity types, and accepts a stored one', () => {
    const nowhere = { ...definition, entityTypes: [] };
    const refused = [expect.stringMatching(/^entityTypes is empty: no entity could have the property\./)];
    expect(check({ after: nowhere })).toEqual(refused);
    expect(check({ before: definition, after: { ...nowhere, version: '20251231000000' } })).toEqual(refused);
    expect(check({ before: nowhere, after: { ...nowhere, description: 'd' } })).toEqual([]);
  });

  it('refuses an allowed value that is listed twice, and accepts a stored one', () => {
    const listing = (...values: JsonObject[]) => ({
      ...definition,
      valueType: NUMBER,
      allowedValues: values.map((value) => ({ value })),
    });
    const twice = listing({ double: 3 }, { double: 4 }, { double: 3 });
    expect(check({ after: twice })).toEqual([
      `Property: ${PROPERTY}, allowedValues: value: {double=3.0} is listed 2 times. List it once.`,
    ]);
    expect(check({ after: listing({ double: 0 }, { double: -0 }) })).toHaveLength(1);
    expect(check({ before: twice, after: { ...twice, description: 'd' } })).toEqual([]);
    expect(check({ before: twice, after: listing({ double: 3 }, { double: 4 }) })).toEqual([]);
  });

  it.each(['2024', '20240631000000', '20240610240000', '1.0'])('refuses the version %s', (version) => {
    expect(check({ after: { ...definition, version } })).toEqual([
      `Invalid version specified. Must match [0-9]{14}: version '${version}'. ` +
        'Send a real date and time of a 24-hour clock, yyyyMMddhhmmss.',
    ]);
  });

  it.each<[string, string[], RegExp]>([
    [
      'no urn',
      ['x'],
      /^Issue resolving allowedTypes inside of typeQualifier\. These must be entity type urns\. List of allowedTypes: \[x\]/,
    ],
    [
      'no entity type',
      [STRING],
      /^Provided allowedType that is not an entityType entity\. List of allowedTypes: \[/,
    ],
    [
      'no such type',
      ['urn:li:entityType:datahub.foo'],
      /^Provided allowedType that does not exist\. List of allowedTypes: \[/,
    ],
  ])('refuses allowed types that name %s', (_name, allowedTypes, text) => {
    const texts = check({ after: { ...definition, typeQualifier: { allowedTypes } } });
    expect(texts).toEqual([expect.stringMatching(text)]);
  });

  it('accepts allowed types that exist', () => {
    expect(check({ after: { ...definition, typeQualifier: { allowedTypes: [DATASET_TYPE] } } })).toEqual([]);
  });
});

describe('urns in a definition', () => {
  it.each<[string, JsonObject, string]>([
    [
      'of another type',
      { valueType: 'urn:li:container:x' },
      'Invalid entity type urn validation failure (Required: [dataType]). Path: /valueType Urn: urn:li:container:x',
    ],
    [
      'of nothing',
      { valueType: 'urn:li:dataType:datahub.foo' },
      'Urn validation failure. Urn does not exist. Path: /valueType Urn: urn:li:dataType:datahub.foo',
    ],
    [
      'in a list',
      { entityTypes: [DATASET_TYPE, 'urn:li:entityType:x'] },
      'Urn validation failure. Urn does not exist. Path: /entityTypes/1 Urn: urn:li:entityType:x',
    ],
    [
      'of a platform',
      { allowedPlatforms: ['urn:li:dataPlatform:x'] },
      'Urn validation failure. Urn does not exist. Path: /allowedPlatforms/0 Urn: urn:li:dataPlatform:x',
    ],
    [
      'with an open parenthesis',
      { valueType: 'urn:li:dataType:(datahub.string' },
      'Invalid urn!: urn:li:dataType:(datahub.string. Path: /valueType',
    ],
  ])('refuses one %s', (_name, parts, words) => {
    expect(check({ after: { ...definition, ...parts } })).toEqual([expect.stringContaining(words)]);
  });

  it('accepts those that exist', () => {
    expect(check({ after: { ...definition, allowedPlatforms: ['urn:li:dataPlatform:hive'] } })).toEqual([]);
  });
});

describe('hard deletion of an active property', () => {
  it('requires a soft delete first only if configured', () => {
    const state = catalog().put(PROPERTY, 'propertyDefinition', definition);
    expect(check({ before: definition }, state)).toEqual([]);
    const [text] = check({ before: definition }, state, { hardDeleteRequiresSoftDelete: true });
    expect(text).toContain('Soft-delete it first');
    state.put(PROPERTY, 'status', { removed: true });
    expect(check({ before: definition }, state, { hardDeleteRequiresSoftDelete: true })).toEqual([]);
  });

  it('covers the deletion of the entity by its key', () => {
    const state = catalog().put(PROPERTY, 'propertyDefinition', definition);
    const change = aspectChange({ urn: PROPERTY, aspectName: 'structuredPropertyKey' });
    expect(checkRules(change, ruleContext(state, { hardDeleteRequiresSoftDelete: true }))).toHaveLength(1);
    expect(checkRules(change, ruleContext(catalog(), { hardDeleteRequiresSoftDelete: true }))).toEqual([]);
  });
});

describe('settings of a property', () => {
  function checkSettings(after: JsonObject, state = new FakeState()): readonly string[] {
    const change = aspectChange({ urn: PROPERTY, aspectName: 'structuredPropertySettings', after });
    return messagesOf(change, checkRules(change, ruleContext(state)));
  }

  it.each(['showInSearchFilters', 'showInAssetSummary', 'showAsAssetBadge', 'showInColumnsTable'])(
    'refuse a hidden property with %s',
    (place) => {
      const [text] = checkSettings({ isHidden: true, [place]: true });
      expect(text).toContain(
        'Cannot have property isHidden = true while other display location settings are also true.',
      );
      expect(text).toContain(place);
    },
  );

  it('accept a hidden property that would be left out when empty', () => {
    expect(
      checkSettings({ isHidden: true, hideInAssetSummaryWhenEmpty: true, showInAssetSummary: false }),
    ).toEqual([]);
    expect(checkSettings({ isHidden: false, showInSearchFilters: true })).toEqual([]);
  });

  it('refuse a second badge, and accept the same one again', () => {
    const other = 'urn:li:structuredProperty:badge';
    const state = new FakeState().put(other, 'structuredPropertySettings', { showAsAssetBadge: true });
    expect(checkSettings({ showAsAssetBadge: true }, state)).toEqual([
      expect.stringContaining(
        `Cannot have more than one property set with show as badge. Property urns currently set: [${other}]`,
      ),
    ]);
    const own = new FakeState().put(PROPERTY, 'structuredPropertySettings', { showAsAssetBadge: true });
    expect(checkSettings({ showAsAssetBadge: true }, own)).toEqual([]);
    expect(checkSettings({ showAsAssetBadge: false }, state)).toEqual([]);
  });
});

describe('the display of a property', () => {
  const values = (...colored: JsonObject[]): JsonObject => ({
    valueColors: colored.map((value) => ({ value, color: 'RED' })),
  });
  const messages = (after: JsonObject, before?: JsonObject, defined: JsonObject | null = definition) => {
    const state = catalog();
    if (defined !== null) state.put(PROPERTY, 'propertyDefinition', defined);
    const aspectName = 'structuredPropertyDisplay';
    const change = aspectChange({ urn: PROPERTY, aspectName, after, ...(before && { before }) });
    return checkRules(change, ruleContext(state)).map(({ field, message }) => `${field}: ${message}`);
  };
  const limited = { ...definition, allowedValues: [{ value: { string: 'a' } }, { value: { string: 'b' } }] };

  it('takes labels, any order, and values that the property allows', () => {
    const display = { group: 'Privacy', order: -5, unit: '°C', ...values({ string: 'a' }, { string: 'b' }) };
    expect(messages(display)).toEqual([]);
    expect(messages(display, undefined, limited)).toEqual([]);
    expect(messages({})).toEqual([]);
  });

  it('refuses labels that are empty, too long or padded', () => {
    const remedy = "Leave it out, or send a label such as 'days'.";
    expect(messages({ group: '', unit: ' days' })).toEqual([
      `group: group '' is empty. ${remedy}`,
      `unit: unit ' days' begins or ends with white space, or has a line break. ${remedy}`,
    ]);
    expect(messages({ group: 'a\nb', unit: 'x'.repeat(41) })).toEqual([
      `group: group 'a\nb' begins or ends with white space, or has a line break. ${remedy}`,
      'unit: unit has 41 characters, but at most 40 are allowed. Shorten it.',
    ]);
    expect(messages({ group: '' }, { group: '' })).toEqual([]);
  });

  it('refuses values of another type, values that are not allowed, and repeated ones', () => {
    expect(
      messages(values({ double: 1 }, { string: 'c' }, { string: 'a' }, { string: 'a' }), undefined, limited),
    ).toEqual([
      `valueColors[0]: Property: ${PROPERTY}, valueColors: value: {double=1.0} should be a string. Send a string.`,
      `valueColors[1]: Property: ${PROPERTY}, valueColors: value: {string=c} should be one of [{string=a}, {string=b}]. ` +
        'Color one of these, or allow the value first.',
      `valueColors[3]: Property: ${PROPERTY}, valueColors: value: {string=a} is listed twice. Give it one color.`,
    ]);
  });

  it('keeps stored colors of values that are no longer allowed, and judges none without a definition', () => {
    const stored = values({ string: 'c' });
    expect(messages({ ...stored, order: 1 }, stored, limited)).toEqual([]);
    expect(messages(stored, undefined, null)).toEqual([]);
  });
});
