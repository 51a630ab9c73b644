import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

import { TEXT, objectOf, readInput } from '../shapes.ts';
import { PLAN } from './plan-shape.ts';

const PLAN_BODY = objectOf(PLAN);
const APPLY_BODY = objectOf({ ...PLAN, planToken: v.nullish(TEXT) });

const urn = 'urn:li:structuredProperty:p';
const propertyDefinition = { qualifiedName: 'p' };

describe('the body of a plan', () => {
  it('holds definitions and deletions, soft by default', () => {
    const settings = { isHidden: true };
    const definitions = [{ urn, propertyDefinition, structuredPropertySettings: settings }];
    expect(readInput(PLAN_BODY, { definitions, deletions: [{ urn }, { urn, hard: true }] })).toEqual({
      definitions,
      deletions: [
        { urn, hard: false },
        { urn, hard: true },
      ],
    });
  });

  it('may omit members', () => {
    expect(readInput(PLAN_BODY, { deletions: null })).toEqual({ definitions: [], deletions: [] });
    const definition = { urn, propertyDefinition, structuredPropertySettings: null };
    expect(readInput(PLAN_BODY, { definitions: [definition] }).definitions).toEqual([
      { urn, propertyDefinition },
    ]);
  });

  it.each([
    [[], 'The request body must be a JSON object'],
    [{ definition: [] }, "There is no member 'definition'. Did you mean 'definitions'?"],
    [{ definitions: {} }, 'definitions must be a list, but it is {}'],
    [
      { definitions: [{ urn }] },
      'definitions[0].propertyDefinition must be a JSON object, but it is missing',
    ],
    [{ definitions: [{ propertyDefinition }] }, 'definitions[0].urn must be a string'],
    [{ definitions: [{ urn: 'p', propertyDefinition }] }, 'Invalid urn!: p'],
    [
      { definitions: [{ urn, propertyDefinition, settings: {} }] },
      "There is no member 'settings' in definitions[0].",
    ],
    [{ deletions: [{ urn, hard: 'yes' }] }, 'deletions[0].hard must be true or false'],
    [{ planToken: 'x' }, "There is no member 'planToken'"],
  ])('is refused with the path of the error: %j', (body, message) => {
    expect(() => readInput(PLAN_BODY, body)).toThrow(message);
  });
});

describe('the body of an apply request', () => {
  it('may have a plan token', () => {
    expect(readInput(APPLY_BODY, { deletions: [{ urn }], planToken: 'x' })).toEqual({
      definitions: [],
      deletions: [{ urn, hard: false }],
      planToken: 'x',
    });
    expect(readInput(APPLY_BODY, { deletions: [{ urn }] }).planToken).toBeUndefined();
    expect(() => readInput(APPLY_BODY, { planToken: 1 })).toThrow('planToken must be a string, but it is 1');
  });
});
