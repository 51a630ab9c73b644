import * as fc from 'fast-check';
import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';

/** A request to the GraphQL endpoint. */
export interface GraphqlRequestBody {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Source of all randomness, so that fast-check can repeat and shrink a request. */
type Draw = fc.GeneratorValue;

const upTo = (max: number): fc.Arbitrary<number> => fc.nat(max);
const anyJson = (): fc.Arbitrary<unknown> => fc.jsonValue({ maxDepth: 1 });
const anyText = (): fc.Arbitrary<string> =>
  fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 40 }));
const NUMBERS: Readonly<Record<string, () => fc.Arbitrary<number>>> = {
  Int: () => fc.oneof(fc.nat(20), fc.integer()),
  Long: () => fc.oneof(fc.nat(), fc.maxSafeInteger()),
  Float: () => fc.double({ noNaN: true, noDefaultInfinity: true }),
};

/** An enum value, to distinguish it from a string. */
class EnumName {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const MAX_DEPTH = 5;

/**
 * Mostly valid requests; occasionally a value has the wrong type. Strings are often one of `words`, so that they refer
 * to existing entities.
 */
export function graphqlRequests(
  schema: GraphQLSchema,
  words: readonly string[],
): fc.Arbitrary<GraphqlRequestBody> {
  return fc.gen().map((draw) => new RequestWriter(schema, words, draw).request());
}

/** Requests with a document that is damaged at a random position. */
export function brokenRequests(requests: fc.Arbitrary<GraphqlRequestBody>): fc.Arbitrary<GraphqlRequestBody> {
  const damage = fc.record({ at: fc.nat(2000), length: fc.nat(20), put: fc.string({ unit: 'binary' }) });
  return fc.tuple(requests, damage).map(([{ query, variables }, { at, length, put }]) => {
    const start = at % (query.length + 1);
    return { query: query.slice(0, start) + put + query.slice(start + length), variables };
  });
}

class RequestWriter {
  readonly #schema: GraphQLSchema;
  readonly #words: readonly string[];
  readonly #draw: Draw;
  readonly #variables: Record<string, unknown> = {};
  readonly #declarations: string[] = [];
  #aliases = 0;

  constructor(schema: GraphQLSchema, words: readonly string[], draw: Draw) {
    this.#schema = schema;
    this.#words = words;
    this.#draw = draw;
  }

  request(): GraphqlRequestBody {
    const isMutation = this.#upTo(3) === 0;
    const root = isMutation ? this.#schema.getMutationType() : this.#schema.getQueryType();
    if (!root) throw new Error('The schema has no such operation.');
    const fields = Object.values(root.getFields());
    const count = 1 + this.#upTo(1);
    const selections = Array.from(
      { length: count },
      (_, i) => `f${i}: ${this.#field(this.#oneOf(fields), 0)}`,
    );
    const declared = this.#declarations.length > 0 ? `(${this.#declarations.join(', ')})` : '';
    const operation = isMutation ? 'mutation' : 'query';
    return { query: `${operation} q${declared} { ${selections.join(' ')} }`, variables: this.#variables };
  }

  /** A field with a unique alias, so that fields never merge. */
  #aliased(field: GraphQLField<unknown, unknown>, depth: number): string {
    return `a${this.#aliases++}: ${this.#field(field, depth)}`;
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const given = field.args.filter((argument) => isRequired(argument) || this.#upTo(1) === 1);
    const written = given.map((argument) => `${argument.name}: ${this.#argument(argument)}`);
    const list = written.length > 0 ? `(${written.join(', ')})` : '';
    return `${field.name}${list}${this.#selection(getNamedType(field.type), depth)}`;
  }

  #selection(type: GraphQLNamedType, depth: number): string {
    if (isLeafType(type)) return '';
    if (isAbstractType(type)) {
      const parts = this.#some(this.#schema.getPossibleTypes(type), 2).map(
        (possible) => `... on ${possible.name}${this.#fieldsOf(possible, depth)}`,
      );
      return ` { __typename ${parts.join(' ')} }`;
    }
    return isObjectType(type) ? this.#fieldsOf(type, depth) : '';
  }

  #fieldsOf(type: GraphQLObjectType, depth: number): string {
    const all = Object.values(type.getFields());
    const leaves = all.filter((field) => isLeafType(getNamedType(field.type)));
    const usable = depth + 1 < MAX_DEPTH ? all : leaves;
    const chosen = this.#some(usable, 4).map((field) => this.#aliased(field, depth + 1));
    return ` { __typename ${chosen.join(' ')} }`;
  }

  /** The argument as a literal or as a variable. */
  #argument({ type }: GraphQLArgument): string {
    const value = this.#value(type, 0);
    if (this.#upTo(1) === 1) return literal(value);
    const name = `v${this.#declarations.length}`;
    this.#declarations.push(`$${name}: ${String(type)}`);
    this.#variables[name] = plain(value);
    return `$${name}`;
  }

  #value(type: GraphQLInputType, depth: number): unknown {
    const kind = this.#upTo(40);
    if (kind === 0) return this.#draw(anyJson);
    if (kind === 1 && !isNonNullType(type)) return null;
    const inner = getNullableType(type);
    if (isListType(inner)) {
      const length = this.#upTo(3);
      return Array.from({ length }, () => this.#value(inner.ofType, depth + 1));
    }
    if (isInputObjectType(inner)) return this.#inputObject(Object.values(inner.getFields()), depth);
    if (isEnumType(inner)) return new EnumName(this.#oneOf(inner.getValues()).name);
    return this.#scalar(String(inner));
  }

  #inputObject(fields: readonly GraphQLInputField[], depth: number): Record<string, unknown> {
    const given = fields.filter((field) => isRequired(field) || (depth < 4 && this.#upTo(1) === 1));
    return Object.fromEntries(given.map((field) => [field.name, this.#value(field.type, depth + 1)]));
  }

  #scalar(name: string): unknown {
    const number = NUMBERS[name];
    if (number !== undefined) return this.#draw(number);
    if (name === 'Boolean') return this.#upTo(1) === 1;
    return this.#upTo(2) > 0 ? this.#oneOf(this.#words) : this.#draw(anyText);
  }

  #oneOf<T>(items: readonly T[]): T {
    const item = items[this.#upTo(items.length - 1)];
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  }

  #upTo(max: number): number {
    return this.#draw(upTo, max);
  }

  #some<T>(items: readonly T[], most: number): readonly T[] {
    if (items.length === 0) return [];
    return Array.from({ length: 1 + this.#upTo(most - 1) }, () => this.#oneOf(items));
  }
}

function isRequired({ type, default: fallback }: GraphQLArgument | GraphQLInputField): boolean {
  return isNonNullType(type) && fallback === undefined;
}

/** A value as a GraphQL literal. */
function literal(value: unknown): string {
  if (value instanceof EnumName) return value.name;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([name]) => /^[A-Za-z]\w*$/.test(name));
  return `{${members.map(([name, member]) => `${name}: ${literal(member)}`).join(', ')}}`;
}

/** A value as a GraphQL variable. */
function plain(value: unknown): unknown {
  if (value instanceof EnumName) return value.name;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}
