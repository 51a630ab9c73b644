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

/** So many entity types may write a field in the same words; one that more have belongs to an interface. */
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

it('leaves no field to many entity types', () => {
  const copies = Map.groupBy(inTypes, ({ words }) => words);
  const many = [...copies.values()].filter(({ length }) => length > MOST_COPIES);
  expect(many.map((all) => all.map(({ type, name }) => `${type}.${name}`))).toEqual([]);
});

it('is not repeated by the types that have it', () => {
  const repeated = inTypes.filter(({ type, words }) =>
    inInterfaces.some((shared) => shared.words === words && implementersOf(shared.type).has(type)),
  );
  expect(repeated.map(({ type, name }) => `${type}.${name}`)).toEqual([]);
});

interface WrittenField {
  readonly type: string;
  readonly name: string;
  /** The definition, with its description. */
  readonly words: string;
}

/** The fields that a definition writes, if it is of an interface or of entities. */
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
