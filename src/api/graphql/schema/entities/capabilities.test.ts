import {
  isInterfaceType,
  parse,
  print,
  type InterfaceTypeDefinitionNode,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
} from 'graphql';
import { expect, it } from 'vitest';
import { buildPlainSchema, readSchemaText } from '../build-schema.ts';

/** Maximum entity types that may declare the same field; one that more types have belongs to an interface. */
const MOST_COPIES = 9;

const text = readSchemaText();
const schema = buildPlainSchema(text);
const { definitions } = parse(text);
const entity = schema.getType('Entity');
const entityTypes = new Set(
  isInterfaceType(entity) ? schema.getPossibleTypes(entity).map(({ name }) => name) : [],
);

const inTypes = definitions.flatMap((node) =>
  node.kind === 'ObjectTypeDefinition' || node.kind === 'ObjectTypeExtension' ? written(node) : [],
);
const inInterfaces = definitions.flatMap((node) =>
  node.kind === 'InterfaceTypeDefinition' ? written(node) : [],
);

it('declares fields of many entity types', () => {
  const copies = Map.groupBy(inTypes, ({ words }) => words);
  const many = [...copies.values()].filter(({ length }) => length > MOST_COPIES);
  expect(many.map((all) => all.map(({ type, name }) => `${type}.${name}`))).toEqual([]);
});

it('is not repeated by its types', () => {
  const repeated = inTypes.filter(({ type, words }) =>
    inInterfaces.some((shared) => shared.words === words && implementersOf(shared.type).has(type)),
  );
  expect(repeated.map(({ type, name }) => `${type}.${name}`)).toEqual([]);
});

interface WrittenField {
  readonly type: string;
  readonly name: string;
  /** Definition of the field, with its description. */
  readonly words: string;
}

/** The fields that the definition of an interface or of an entity type declares. */
function written(
  node: ObjectTypeDefinitionNode | ObjectTypeExtensionNode | InterfaceTypeDefinitionNode,
): readonly WrittenField[] {
  const type = node.name.value;
  if (node.kind !== 'InterfaceTypeDefinition' && !entityTypes.has(type)) return [];
  return (node.fields ?? []).map((field) => ({ type, name: field.name.value, words: print(field) }));
}

function implementersOf(name: string): ReadonlySet<string> {
  const type = schema.getType(name);
  return new Set(isInterfaceType(type) ? schema.getPossibleTypes(type).map((one) => one.name) : []);
}
