import { getNamedType, isObjectType, type GraphQLObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { readRegistry } from '../../../config/read-registry.ts';
import type { FieldType, RecordSpec } from '../../../model/entity-registry.ts';
import { loadRegistry } from '../../../model/registry/load-registry.ts';
import { TYPE_NAMES } from '../resolvers/fields/type-names.ts';
import { RESOLVERS } from '../resolvers/resolvers.ts';
import { buildExecutableSchema, readSchemaText } from './build-schema.ts';
import { sourceOf } from './from-directive.ts';

const REGISTRY = loadRegistry(readRegistry());

it('names only aspects and members of the registry', () => {
  const schema = buildExecutableSchema(readSchemaText(), { resolvers: RESOLVERS, typeNames: TYPE_NAMES });
  const visited = new Set<string>();
  const missing: string[] = [];

  const visit = (type: GraphQLObjectType, record: RecordSpec): void => {
    const pair = `${type.name} ${record.name}`;
    if (visited.has(pair)) return;
    visited.add(pair);
    for (const field of Object.values(type.getFields())) {
      const source = sourceOf(field);
      const isComputed = field.resolve !== undefined && source === undefined;
      if (isComputed || field.name === 'associatedUrn' || source?.orNameInUrn === true) continue;
      const member = source?.member ?? field.name;
      const found = member === '.' ? ({ kind: 'record', record } as const) : typeAt(record, member);
      if (found === undefined) missing.push(`${type.name}.${field.name}: ${record.name} has no ${member}`);
      const shown = getNamedType(field.type);
      const elements = found?.kind === 'array' ? found.items : found;
      const isRecord = isObjectType(shown) && !shown.getInterfaces().some(({ name }) => name === 'Entity');
      if (isRecord && elements?.kind === 'record') visit(shown, elements.record);
    }
  };

  const visitAspect = (place: string, name: string, type: GraphQLObjectType | string): void => {
    const aspect = REGISTRY.aspects.get(name);
    if (aspect === undefined) missing.push(`${place}: there is no aspect ${name}`);
    else if (typeof type !== 'string') visit(type, aspect.record);
    else if (typeAt(aspect.record, type) === undefined) missing.push(`${place}: ${name} has no ${type}`);
  };

  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    const whole = sourceOf(type)?.aspect;
    if (whole !== undefined) visitAspect(type.name, whole, type);
    for (const field of Object.values(type.getFields())) {
      const { aspect, member } = sourceOf(field) ?? {};
      const shown = getNamedType(field.type);
      const showsAspect = isObjectType(shown) && sourceOf(shown)?.aspect !== undefined;
      if (aspect !== undefined && !showsAspect) {
        visitAspect(`${type.name}.${field.name}`, aspect, member ?? field.name);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(visited.size).toBeGreaterThan(80);
});

/**
 * Type of the member at a path; undefined if the record has none. A number or an asterisk means an element of an
 * array.
 */
function typeAt(record: RecordSpec, path: string): FieldType | undefined {
  let type: FieldType | undefined = { kind: 'record', record };
  for (const step of path.split('/')) {
    if (type?.kind === 'array') type = type.items;
    else type = type?.kind === 'record' ? type.record.fields.get(step)?.type : undefined;
  }
  return type;
}
