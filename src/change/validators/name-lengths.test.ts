import { expect, it } from 'vitest';
import {
  FakeState,
  aspectChange,
  registry,
  messagesOf,
  ruleContext,
} from '../../../test/support/memory/fake-state.ts';
import { datasetUrn } from '../../../test/support/catalog-client.ts';
import type { JsonObject } from '../../util/json.ts';
import { LONGEST_NAME, nameLengths } from './name-lengths.ts';

function failures(
  urn: string,
  aspectName: string,
  after: JsonObject,
  before?: JsonObject,
): readonly string[] {
  const change = aspectChange({ urn, aspectName, after, ...(before && { before }) });
  return messagesOf(change, nameLengths.check(change, ruleContext(new FakeState())));
}

const long = 'ς'.repeat(LONGEST_NAME + 1);

/** The aspects of all entity types with a top-level name, with its field. */
const named = [...registry.entities.values()].flatMap(({ aspects, name }) =>
  [...aspects.values()].flatMap((aspect) =>
    aspect.keyOf === undefined
      ? [...aspect.record.fields.values()]
          .filter(
            ({ name: member, searchable, type }) =>
              type.kind === 'string' &&
              (member === 'name' || searchable.some(({ enableAutocomplete }) => enableAutocomplete)),
          )
          .map(({ name: field }) => [name, aspect.name, field] as const)
      : [],
  ),
);

it.each(named)('of %s: %s.%s is refused', (entityType, aspectName, field) => {
  const urn = entityType === 'dataset' ? datasetUrn('a') : `urn:li:${entityType}:a`;
  expect(failures(urn, aspectName, { [field]: long })).toEqual([
    `The name at /${field} of ${aspectName} has 65537 characters, more than 65536. Use a shorter one.`,
  ]);
  expect(failures(urn, aspectName, { [field]: long.slice(1) })).toEqual([]);
});

it('stays when it is already stored', () => {
  expect(failures(datasetUrn('a'), 'datasetProperties', { name: long }, { name: long })).toEqual([]);
});

it.each([
  ['urn:li:incident:a', 'incidentInfo', '/customType', (text: string) => ({ customType: text })],
  [
    'urn:li:assertion:a',
    'assertionInfo',
    '/customAssertion/type',
    (text: string) => ({ customAssertion: { type: text } }),
  ],
  [datasetUrn('a'), 'operation', '/customOperationType', (text: string) => ({ customOperationType: text })],
])('of %s: a custom type in %s has at most 200 characters', (urn, aspectName, path, valueOf) => {
  expect(failures(urn, aspectName, valueOf('x'.repeat(201)))).toEqual([
    `The custom type at ${path} of ${aspectName} has 201 characters, more than 200. Use a shorter one.`,
  ]);
  expect(failures(urn, aspectName, valueOf('x'.repeat(200)))).toEqual([]);
});
