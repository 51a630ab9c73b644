import {
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
} from 'graphql';
import { namedBy, textFor } from './matrix/matrix-graphql.ts';
import type { Asking } from './matrix/matrix-operations.ts';
import { WORLD } from './matrix/matrix-world.ts';
import { sampleOf } from './matrix/sample-arguments.ts';

/** Path to a string in an argument that can name an entity: member names, and `*` for an element of a list. */
type Place = readonly string[];

/** A request in which one argument names an entity of another owner. */
export interface ForeignRequest {
  readonly name: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** An entity of the world, by its urn, in another world. */
export type Twin = (urn: string) => string;

/** Inputs within inputs of the same type are left out. */
const MOST_LEVELS = 6;
/** Depth of the selection of the answer. */
const SHOWN_LEVELS = 2;

type Field = GraphQLField<unknown, unknown>;
const ASKING: Asking = { urn: 'urn:li:corpuser:caller', token: 'x', tokenId: 'x' };

/** The root type of a field. */
export type Kind = 'query' | 'mutation';

/** Requests for a field, one per place that can name an entity, alone and as the last element of a list. */
export function foreignRequests(
  kind: Kind,
  field: Field,
  base: Readonly<Record<string, unknown>>,
  twins: Readonly<Record<string, Twin>>,
): readonly ForeignRequest[] {
  return placesOf(field).flatMap((place) => {
    const urns = candidates(field, place, at(base, place));
    return Object.entries(twins).flatMap(([world, twin]) =>
      urns.flatMap((urn) =>
        (place.includes('*') ? ['alone', 'last'] : ['alone']).map((as): ForeignRequest => {
          const text = place.at(-1) === 'id' ? lastPart(twin(urn)) : twin(urn);
          const variables = withText(field, base, place, { text, isLast: as === 'last' });
          const name = `${field.name}(${place.join('.')}: ${world} ${urn.split(':')[2] ?? ''}, ${as})`;
          return { name, query: documentOf(kind, field, variables), variables };
        }),
      ),
    );
  });
}

/** Request with unchanged arguments that selects as much as the schema offers. */
export function documentOf(kind: Kind, field: Field, variables: Readonly<Record<string, unknown>>): string {
  const given = field.args.filter(({ name }) => variables[name] !== undefined);
  const declared = given.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const passed = given.map(({ name }) => `${name}: $${name}`).join(', ');
  const call = given.length === 0 ? field.name : `${field.name}(${passed})`;
  return `${kind} m${declared === '' ? '' : `(${declared})`} { ${call} ${selection(field.type, SHOWN_LEVELS)} }`;
}

function placesOf(field: Field): readonly Place[] {
  return field.args.flatMap(({ name, type }) => textPlaces(type).map((place) => [name, ...place]));
}

function textPlaces(type: GraphQLInputType, above: readonly string[] = []): readonly Place[] {
  if (isNonNullType(type)) return textPlaces(type.ofType, above);
  if (isListType(type)) return textPlaces(type.ofType, above).map((place) => ['*', ...place]);
  if (isEnumType(type)) return [];
  if (!isInputObjectType(type)) return ['String', 'ID'].includes(type.name) ? [[]] : [];
  if (above.length === MOST_LEVELS || above.includes(type.name)) return [];
  return Object.values(type.getFields()).flatMap((member) =>
    textPlaces(member.type, [...above, type.name]).map((place) => [member.name, ...place]),
  );
}

/** Words in argument names that denote entities of another type than the word suggests. */
const OTHER_WORDS: readonly (readonly [RegExp, string])[] = [
  [/parent(Node)?$/i, WORLD.glossaryNode],
  [/parentUrn$/, WORLD.dataset],
  [/asset/i, WORLD.dataset],
  [/actor|assignee|author|creator|users/i, WORLD.corpuser],
  [/groups/i, WORLD.corpGroup],
  [/^versionSet$/, WORLD.versionSet],
];

/** Entities that the place may name: by its name; else the entity of the mutation, and a dataset. */
function candidates({ name: mutation }: Field, place: Place, now: unknown): readonly string[] {
  if (typeof now === 'string' && now.startsWith('urn:li:')) return [now];
  const name = place.findLast((step) => step !== '*') ?? '';
  if (name === 'id') return [namedBy(mutation)];
  const text = textFor(name, mutation, ASKING);
  if (text.startsWith('urn:li:') && name !== 'urn') return [text];
  const [longest] = Object.entries(WORLD)
    .filter(([type]) => name.toLowerCase().includes(type.toLowerCase()))
    .sort(([a], [b]) => b.length - a.length);
  const other = longest?.[1] ?? OTHER_WORDS.find(([pattern]) => pattern.test(name))?.[1];
  return other === undefined ? [...new Set([namedBy(mutation), WORLD.dataset])] : [other];
}

function lastPart(urn: string): string {
  return urn.slice(urn.lastIndexOf(':') + 1);
}

function at(value: unknown, place: Place): unknown {
  const [step, ...rest] = place;
  if (step === undefined) return value;
  if (step === '*') return Array.isArray(value) ? at(value[0], rest) : undefined;
  return isRecord(value) ? at(value[step], rest) : undefined;
}

interface Text {
  readonly text: string;
  /** Whether the list element is added after the others; else it is the only one. */
  readonly isLast: boolean;
}

function withText(
  field: Field,
  base: Readonly<Record<string, unknown>>,
  [argument = '', ...place]: Place,
  text: Text,
): Readonly<Record<string, unknown>> {
  const type = field.args.find(({ name }) => name === argument)?.type;
  if (type === undefined) throw new Error(`${field.name} has no argument ${argument}.`);
  const sample = (of: GraphQLInputType): unknown => sampleOf(of, (name) => textFor(name, field.name, ASKING));
  return { ...base, [argument]: replaced(type, base[argument], place, text, sample) };
}

function replaced(
  type: GraphQLInputType,
  value: unknown,
  place: Place,
  text: Text,
  sample: (type: GraphQLInputType) => unknown,
): unknown {
  if (isNonNullType(type)) return replaced(type.ofType, value, place, text, sample);
  const [step, ...rest] = place;
  if (isListType(type)) {
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    const element = replaced(type.ofType, list[0], rest, text, sample);
    return text.isLast ? [...(list.length === 0 ? [sample(type.ofType)] : list), element] : [element];
  }
  if (!isInputObjectType(type) || step === undefined) return text.text;
  const member = type.getFields()[step];
  if (member === undefined) throw new Error(`${type.name} has no member ${step}.`);
  const before = isRecord(value) ? value : sample(type);
  const members = isRecord(before) ? before : {};
  return { ...members, [step]: replaced(member.type, members[step], rest, text, sample) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function selection(output: GraphQLOutputType, levels: number): string {
  const type = getNamedType(output);
  if (!isCompositeType(type)) return '';
  if (!isObjectType(type) && !isInterfaceType(type)) return '{ __typename }';
  const fields = Object.values(type.getFields()).filter(
    ({ args, type: of }) =>
      args.every((argument) => !isNonNullType(argument.type)) &&
      (levels > 1 || !isCompositeType(getNamedType(of))),
  );
  return `{ __typename ${fields.map((field) => `${field.name} ${selection(field.type, levels - 1)}`).join(' ')} }`;
}
