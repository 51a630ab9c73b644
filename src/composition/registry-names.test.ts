import { describe, expect, it } from 'vitest';
import { GRANTED_MEMBERSHIP, GRANTED_PARTS, GRANTED_TYPES } from '../auth/writes/granted-writes.ts';
import {
  ASPECT_RIGHTS,
  GUARDED_ASPECTS,
  OWN_ASPECTS,
  PLATFORM_ASPECTS,
  POINT_PRIVILEGES,
  TYPE_RIGHTS,
} from '../auth/writes/write-rights.ts';
import { PATCH_TEMPLATES, type PatchView } from '../change/patch/patch-templates.ts';
import { readRegistry } from '../config/read-registry.ts';
import type { FieldType } from '../model/entity-registry.ts';
import { subjectAspects } from '../model/access/subject-types.ts';
import { loadRegistry } from '../model/registry/load-registry.ts';
import { DESCRIPTIONS, NAMES } from '../operations/entities/described-places.ts';
import { SUBJECT_FIELDS } from '../query/visibility/subject-fields.ts';
import { edgeField } from '../search/links/edges.ts';

const REGISTRY = loadRegistry(readRegistry());

/** `type/aspect` of each pair that the registry does not have. */
function missingAspects(pairs: readonly (readonly [type: string, aspect: string])[]): readonly string[] {
  expect(pairs).not.toEqual([]);
  return pairs
    .filter(([type, aspect]) => REGISTRY.entities.get(type)?.aspects.get(aspect) === undefined)
    .map((pair) => pair.join('/'));
}

/** Whether the path ends at a member; `*` is any item. */
function leadsSomewhere(type: FieldType, path: readonly string[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return true;
  if (type.kind === 'array') return leadsSomewhere(type.items, step === '*' ? rest : path);
  if (type.kind === 'map') return leadsSomewhere(type.values, rest);
  if (type.kind === 'union') return type.members.some((member) => leadsSomewhere(member.type, path));
  const field = type.kind === 'record' ? type.record.fields.get(step) : undefined;
  return field !== undefined && leadsSomewhere(field.type, rest);
}

function hasPath(aspectName: string, path: readonly string[]): boolean {
  const spec = REGISTRY.aspects.get(aspectName);
  return spec !== undefined && leadsSomewhere({ kind: 'record', record: spec.record }, path);
}

/** Paths of the members that a patch addresses by key. */
function keyedPaths(
  members: ReadonlyMap<string, PatchView>,
  above: readonly string[] = [],
): readonly string[][] {
  return [...members].flatMap(([name, view]) => {
    const path = [...above, name];
    return [path, ...keyedPaths(view.members ?? new Map<string, PatchView>(), path)];
  });
}

describe('names of the registry in code', () => {
  it('are aspects of the types, in the rights of writes', () => {
    const general = [GUARDED_ASPECTS, PLATFORM_ASPECTS, ASPECT_RIGHTS].flatMap((table) => Object.keys(table));
    // A custom model may give users the aspects that are guarded on groups.
    const guarded = Object.values(TYPE_RIGHTS).flatMap((rights) => Object.keys(rights.guarded ?? {}));
    const aspects = [...general, ...guarded, ...OWN_ASPECTS];
    expect(aspects.filter((name) => !REGISTRY.aspects.has(name))).toEqual([]);
    const ofTypes = Object.entries(TYPE_RIGHTS).flatMap(([type, { open = [] }]) =>
      open.map((aspect) => [type, aspect] as const),
    );
    const points = Object.entries(POINT_PRIVILEGES).flatMap(([type, privileges]) =>
      Object.keys(privileges).map((aspect) => [type, aspect] as const),
    );
    const opened = Object.entries(GRANTED_TYPES).flatMap(
      ([type, { aspects: own, newAspects = [], subjects }]) => {
        const naming = typeof subjects === 'object' ? [subjects.aspectName] : [];
        return [...own, ...newAspects, ...naming].map((aspect) => [type, aspect] as const);
      },
    );
    expect(missingAspects([...ofTypes, ...points, ...opened])).toEqual([]);
  });

  it('are members of aspects, in parts that grants cover', () => {
    const paths = [
      ...Object.values(GRANTED_PARTS).flat(),
      `${GRANTED_MEMBERSHIP.aspectName}/${GRANTED_MEMBERSHIP.member}`,
    ];
    expect(
      paths.filter((path) => {
        const [aspect = '', ...below] = path.split('/');
        return !hasPath(aspect, below);
      }),
    ).toEqual([]);
  });

  it('are strings of the types, in names and descriptions', () => {
    const places = [NAMES, DESCRIPTIONS].flatMap((table) => Object.entries(table));
    expect(missingAspects(places.map(([type, { aspectName }]) => [type, aspectName]))).toEqual([]);
    const texts = places.filter(([, { aspectName, member }]) => {
      const field = REGISTRY.aspects.get(aspectName)?.record.fields.get(member);
      return field?.type.kind !== 'string';
    });
    expect(texts).toEqual([]);
  });

  it('say of each description whether its aspect requires it', () => {
    const wrong = Object.entries(DESCRIPTIONS).filter(([, { aspectName, isRequired = false, member }]) => {
      const field = REGISTRY.aspects.get(aspectName)?.record.fields.get(member);
      return (field?.optional === false && field.default === undefined) !== isRequired;
    });
    expect(wrong).toEqual([]);
  });

  it('are aspects and search fields of the types, in subjects', () => {
    for (const [type, fields] of Object.entries(SUBJECT_FIELDS)) {
      const specs = subjectAspects(type).map((name) => REGISTRY.entities.get(type)?.aspects.get(name));
      const indexed = specs.flatMap((spec) => [
        ...(spec?.searchable ?? []).map(({ fieldName }) => fieldName),
        ...(spec?.relationships ?? []).map(({ name }) => edgeField(name)),
      ]);
      expect(fields.filter((field) => !indexed.includes(field))).toEqual([]);
    }
  });

  it('are members of aspects, in patches by key', () => {
    const paths = [...PATCH_TEMPLATES].flatMap(([aspect, { members }]) =>
      keyedPaths(members).map((path) => [aspect, ...path] as const),
    );
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter(([aspect, ...path]) => !hasPath(aspect, path))).toEqual([]);
  });
});
