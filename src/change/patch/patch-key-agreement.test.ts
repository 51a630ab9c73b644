import { describe, expect, it } from 'vitest';
import { patched, specOf } from '../../../test/support/memory/patch.ts';
import { CatalogError } from '../../errors.ts';
import type { FieldType } from '../../model/entity-registry.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { elementPlace, memberPlace, memberType, rootPlace, type Place } from './patch-place.ts';
import { PATCH_TEMPLATES, UNIT_SEPARATOR } from './patch-templates.ts';

/** Two values of a key member, with the path segments that address them. */
type Choice = readonly [readonly [segment: string, member: JsonValue], readonly [string, JsonValue]];

/** A key of an array. */
interface KeyField {
  /** Empty: the element is its own key. */
  readonly members: readonly string[];
  readonly choice: Choice;
}

/** An array of a template that is addressed by keys. */
interface KeyedArrayOfTemplate {
  readonly aspectName: string;
  /** Path of the array, through the first choice of the keys of each array above it. */
  readonly path: readonly string[];
  readonly fields: readonly KeyField[];
}

const ARRAYS = [...PATCH_TEMPLATES].flatMap(([aspectName, template]) =>
  keyedArrays(aspectName, [], rootPlace(specOf(aspectName), template)),
);

/** Each key of each array, by its place among the keys. */
const KEYS = ARRAYS.flatMap((array) =>
  array.fields.map((field, level) => ({
    array,
    level,
    name: `${array.aspectName} /${array.path.join('/')} ${field.members.join('.') || 'by itself'}`,
  })),
);

describe('the key in a value', () => {
  it('is tested for every template with a keyed array', () => {
    expect(ARRAYS.length).toBeGreaterThan(50);
    expect(new Set(ARRAYS.map(({ aspectName }) => aspectName)).size).toBeGreaterThan(20);
  });

  it.each(KEYS)('is refused if the path has another: $name', ({ array, level }) => {
    const { aspectName } = array;
    const [path, other] = [pathOf(array), pathOf(array, level)];
    const stored = patched(aspectName, undefined, [{ op: 'add', path, value: elementOf(array) }]);
    const value = elementOf(array, level);
    const [[said], [stated]] = array.fields[level]?.choice ?? [[''], ['']];
    for (const { operation, before } of [
      { operation: { op: 'add' as const, path, value }, before: undefined },
      { operation: { op: 'add' as const, path, value }, before: stored },
      { operation: { op: 'replace' as const, path, value }, before: stored },
      { operation: { op: 'add' as const, path: prefixOf(array, level + 1), value: [value] }, before: stored },
      { operation: { op: 'copy' as const, from: path, path: other }, before: stored },
      { operation: { op: 'move' as const, from: path, path: other }, before: stored },
    ]) {
      const refusal = refusalOf(() => patched(aspectName, before, [operation]));
      expect([operation.op, refusal.code]).toEqual([operation.op, 'VALIDATION']);
      expect(refusal.message).toContain(said);
      expect(refusal.message).toContain(stated);
      expect(refusal.message).toContain('write the same in both');
    }
  });

  it.each(KEYS.filter(({ array, level }) => array.fields[level]?.members.length !== 0))(
    'cannot be changed inside its element: $name',
    ({ array, level }) => {
      const { members = [], choice } = array.fields[level] ?? {};
      const stored = patched(array.aspectName, undefined, [
        { op: 'add', path: pathOf(array), value: elementOf(array) },
      ]);
      const path = [pathOf(array), ...members].join('/');
      const change = { op: 'add' as const, path, value: choice?.[1][1] ?? '' };
      expect(refusalOf(() => patched(array.aspectName, stored, [change])).message).toContain('the path says');
    },
  );

  it.each(
    ARRAYS.filter(({ fields }) => fields.some(isFilledIn)).map((array) => ({
      array,
      name: `${array.aspectName} /${array.path.join('/')}`,
    })),
  )('may be left out, and then comes from the path: $name', ({ array }) => {
    const { aspectName, fields } = array;
    const path = pathOf(array);
    const whole = patched(aspectName, undefined, [{ op: 'add', path, value: elementOf(array) }]);
    const value = elementOf({ ...array, fields: fields.filter((field) => !isFilledIn(field)) });
    expect(patched(aspectName, undefined, [{ op: 'add', path, value }])).toEqual(whole);
  });
});

function keyedArrays(aspectName: string, path: readonly string[], place: Place): KeyedArrayOfTemplate[] {
  const { view } = place;
  if (view?.keys === undefined) return below(aspectName, path, place);
  const element = elementPlace(place);
  const fields = (view.keys.length === 0 ? [''] : view.keys).map((key): KeyField => {
    const members = key === '' ? [] : key.split(UNIT_SEPARATOR);
    return { members, choice: choiceOf(members.reduce(memberType, element.type)) };
  });
  const array = { aspectName, path, fields };
  return [array, ...below(aspectName, [...path, ...segmentsOf(array)], element)];
}

function below(aspectName: string, path: readonly string[], place: Place): KeyedArrayOfTemplate[] {
  return [...(place.view?.members?.keys() ?? [])].flatMap((name) =>
    keyedArrays(aspectName, [...path, name], memberPlace(place, name)),
  );
}

/** Whether the text of a key determines the member: false in a union and inside another member. */
function isFilledIn({ members, choice }: KeyField): boolean {
  return members.length === 1 && typeof choice[0][1] === 'string';
}

function choiceOf(type: FieldType | undefined): Choice {
  if (type?.kind === 'enum') {
    const [first = '', second = ''] = type.symbols;
    return [
      [first, first],
      [second, second],
    ];
  }
  if (type?.kind === 'union') {
    return [
      ['30', { double: 30 }],
      ['{double=31.0}', { double: 31 }],
    ];
  }
  const [a, b] = ['urn:li:corpuser:a', 'urn:li:corpuser:b'];
  return [
    [a, a],
    [b, b],
  ];
}

function segmentsOf({ fields }: KeyedArrayOfTemplate, changed?: number): readonly string[] {
  return fields.map(({ choice }, level) => choice[level === changed ? 1 : 0][0]);
}

/** Path of the element with the first choice of each key, and the second of the changed one. */
function pathOf(array: KeyedArrayOfTemplate, changed?: number): string {
  return `/${[...array.path, ...segmentsOf(array, changed)].join('/')}`;
}

function prefixOf(array: KeyedArrayOfTemplate, levels: number): string {
  return `/${[...array.path, ...segmentsOf(array).slice(0, levels)].join('/')}`;
}

/** Element with the first choice of each key, and the second of the changed one. */
function elementOf({ fields }: KeyedArrayOfTemplate, changed?: number): JsonValue {
  let element: JsonObject = {};
  for (const [level, { members, choice }] of fields.entries()) {
    const value = choice[level === changed ? 1 : 0][1];
    const [name, inner] = members;
    if (name === undefined) return value;
    element = { ...element, [name]: inner === undefined ? value : { [inner]: value } };
  }
  return element;
}

function refusalOf(run: () => unknown): CatalogError {
  try {
    run();
  } catch (error) {
    if (error instanceof CatalogError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}
