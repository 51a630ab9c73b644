import { Aspect } from '../../../src/model/aspect.ts';
import type { Generation } from '../../../src/model/sequence.ts';
import type { PropertyDirectory, PropertyState, ValueType } from '../../../src/model/structured-property.ts';
import { parseUrn, type Urn } from '../../../src/model/urn.ts';
import type { AspectRow } from '../../../src/store/entity-rows.ts';
import type { JsonObject } from '../../../src/util/json.ts';

/** Default actor of writes in tests. */
export const TEST_ACTOR: Urn = parseUrn('urn:li:corpuser:tester');

/** Deviations from a plain string property. */
export interface PropertyOptions {
  readonly valueType?: ValueType;
  readonly generation?: Generation;
  readonly removed?: boolean;
  readonly showInSearchFilters?: boolean;
  readonly qualifiedName?: string;
  readonly rules?: JsonObject;
}

export function propertyUrn(id: string): Urn {
  return parseUrn(`urn:li:structuredProperty:${id}`);
}

/** State of a property; by default an active string property of generation 1. */
export function propertyState(id: string, options: PropertyOptions = {}): PropertyState {
  const { valueType = 'string', generation = 1, removed = false, showInSearchFilters = false } = options;
  return {
    urn: propertyUrn(id),
    definition: {
      qualifiedName: options.qualifiedName ?? id,
      displayName: undefined,
      description: undefined,
      valueTypeUrn: `urn:li:dataType:datahub.${valueType}`,
      valueType,
      cardinality: 'MULTIPLE',
      allowedValues: undefined,
      entityTypes: ['urn:li:entityType:datahub.dataset'],
      allowedTypes: [],
      allowedPlatforms: [],
      immutable: false,
      version: undefined,
      wordWeight: undefined,
    },
    generation,
    removed,
    showInSearchFilters,
    rules: options.rules,
  };
}

/** A directory of these properties that resolves exact qualified names only. */
export function propertyDirectory(...states: readonly PropertyState[]): PropertyDirectory {
  return {
    get: (urn) => states.find((state) => state.urn === urn),
    resolve: (name) => states.find((state) => state.definition.qualifiedName === name),
    all: () => states,
    ruled: () => states.filter(({ rules }) => rules !== undefined),
    worded: () => states.filter(({ definition, removed }) => definition.wordWeight !== undefined && !removed),
  };
}

/** A row with the latest version of an aspect. */
export function aspectRow(
  urn: Urn,
  aspectName: string,
  value: JsonObject,
  assignments?: Readonly<Record<string, Generation>>,
): AspectRow {
  const created = { time: 1000, actor: TEST_ACTOR };
  const systemMetadata = { lastObserved: 1000, runId: 'no-run-id-provided' };
  const aspect = new Aspect({
    urn,
    aspectName,
    text: JSON.stringify(value),
    systemMetadata,
    created,
    sequence: 1,
  });
  return { aspect, internal: assignments === undefined ? {} : { assignments } };
}
