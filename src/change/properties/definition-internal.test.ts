import { describe, expect, it } from 'vitest';
import { aspectChange, aspectRow } from '../../../test/support/memory/fake-state.ts';
import type { RowInternal } from '../../store/entity-rows.ts';
import type { JsonObject } from '../../util/json.ts';
import { definitionInternal } from './definition-internal.ts';

const PROPERTY = 'urn:li:structuredProperty:p';
const wide = {
  qualifiedName: 'p',
  valueType: 'urn:li:dataType:datahub.string',
  cardinality: 'MULTIPLE',
  entityTypes: [],
};
const narrow = { ...wide, cardinality: 'SINGLE' };

function internalOf(
  before: JsonObject | undefined,
  after: JsonObject,
  internal: RowInternal = {},
): RowInternal {
  const row = before && aspectRow(PROPERTY, 'propertyDefinition', before, internal);
  const change = aspectChange({
    urn: PROPERTY,
    aspectName: 'propertyDefinition',
    after,
    ...(row && { row }),
  });
  return definitionInternal({ ...change, after }, 50, Date.UTC(2026, 0, 1));
}

describe('definitionInternal', () => {
  it('begins a generation with the commit that creates the definition', () => {
    expect(internalOf(undefined, wide)).toEqual({ generation: 50 });
    expect(internalOf(undefined, { ...wide, version: '20240610000000' })).toEqual({
      generation: 50,
      highestVersion: '20240610000000',
    });
  });

  it('keeps the generation when nothing breaks, with or without a new version', () => {
    expect(internalOf(wide, { ...wide, description: 'd' }, { generation: 7 })).toEqual({ generation: 7 });
    expect(internalOf(wide, { ...wide, version: '20240610000000' }, { generation: 7 })).toEqual({
      generation: 7,
      highestVersion: '20240610000000',
    });
  });

  it('begins a generation when a greater version breaks the definition', () => {
    const before = { generation: 7, highestVersion: '20240610000000' };
    expect(internalOf(wide, { ...narrow, version: '20240610000001' }, before)).toEqual({
      generation: 50,
      highestVersion: '20240610000001',
    });
  });

  it('ignores a version more than a day ahead, so that it can be replaced', () => {
    const before = { generation: 7, highestVersion: '99991231235959' };
    expect(internalOf(wide, { ...narrow, version: '20260101000000' }, before)).toEqual({
      generation: 50,
      highestVersion: '20260101000000',
    });
  });

  it('does not begin one for a breaking change that will be refused', () => {
    const before = { generation: 7, highestVersion: '20240610000000' };
    expect(internalOf(wide, narrow, before)).toEqual(before);
    expect(internalOf(wide, { ...narrow, version: '20240101000000' }, before)).toEqual(before);
  });

  it('keeps the highest version when a later definition has none', () => {
    const versioned = { ...wide, version: '20240610000000' };
    expect(internalOf(versioned, wide, { generation: 7 })).toEqual({
      generation: 7,
      highestVersion: '20240610000000',
    });
  });
});
