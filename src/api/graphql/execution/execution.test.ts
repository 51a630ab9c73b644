import * as fc from 'fast-check';
import {
  GraphQLError,
  Source,
  buildSchema,
  execute,
  getVariableValues,
  isAbstractType,
  isObjectType,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionResult,
} from 'graphql';
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { effort } from '../../../../test/support/effort.ts';
import { CompiledDocument } from './compiled-document.ts';
import { Execution } from './execution.ts';

const TEXT = `
  interface Named { name: String other: Named }
  type Cat implements Named {
    name: String other: Named lives: Int! owner: Dog! friends: [Named] strict: [Dog!]! deep: [[Cat]!]
    fed(with: [Food!], times: Int = 2): Float found: Pet kind: Kind
  }
  type Dog implements Named { name: String other: Named needed: Named! cats: [Cat!] pets: [Pet!]! kind: Kind! }
  union Pet = Cat | Dog
  enum Kind { SMALL BIG }
  input Food { name: String = "fish" grams: Int! more: Food }
  type Query { cat: Cat dog: Dog! pets(first: Int): [Pet] named: Named strict: [Named!]! }
  type Mutation { feed(with: Food): Cat walk: Dog! }
`;
const SCHEMA = buildSchema(TEXT);

/** Documents may declare variables that they do not use. */
const RULES = specifiedRules.filter(({ name }) => name !== 'NoUnusedVariablesRule');

/** Name of the documents that graphql-js executes. */
const REFERENCE = 'graphql-js';

/** The object at a path of the response; its values are derived from the path. */
interface Thing {
  readonly place: string;
}

/** A number below `limit`, derived from the texts. */
function drawn(limit: number, ...texts: readonly string[]): number {
  return createHash('sha1').update(texts.join('\n')).digest().readUInt32BE(0) % limit;
}

/** Resolves a field in every way a resolver can: synchronously, later, in steps, with an error, or with null. */
function resolveRandomly(seed: string, calls: string[]) {
  const ofType = (type: string, place: string): unknown => {
    if (type.endsWith('!')) return ofType(type.slice(0, -1), place);
    if (drawn(12, seed, 'null', place) === 0) return null;
    const list = /^\[(.*)\]$/.exec(type);
    if (list) return listOf(list[1] ?? '', place);
    if (type === 'Int' || type === 'Float') return drawn(9, place) === 0 ? 'many' : drawn(100, place);
    if (type === 'Kind') return drawn(9, place) === 0 ? 'HUGE' : 'BIG';
    return type === 'String' ? `text of ${place}` : ({ place } satisfies Thing);
  };
  const listOf = (type: string, place: string): unknown => {
    const kind = drawn(7, seed, 'list', place);
    if (kind === 0) return 'no list';
    const elements = Array.from({ length: drawn(4, place) }, (_, i) => eventual(type, `${place}/${i}`));
    if (kind > 1) return elements;
    return (async function* () {
      for (const element of elements) {
        await turn();
        yield await element;
      }
    })();
  };
  const eventual = (type: string, place: string): unknown => {
    const kind = drawn(8, seed, 'how', place);
    if (kind === 0) return new Error(`returned at ${place}`);
    if (kind > 2) return ofType(type, place);
    // Waits turns of the event loop, so that both executors see the same order: they differ in microtasks.
    const later = async (): Promise<unknown> => {
      for (let left = drawn(3, seed, 'turns', place); left >= 0; left--) await turn();
      if (kind === 1) throw new Error(`rejected at ${place}`);
      return ofType(type, place);
    };
    const promise = later();
    promise.catch(() => undefined);
    return promise;
  };
  return (
    source: unknown,
    args: unknown,
    _context: unknown,
    info: { fieldName: string; parentType: unknown },
  ) => {
    const { place } = (source ?? { place: '' }) as Thing;
    const here = `${place}.${info.fieldName}${JSON.stringify(args)}`;
    calls.push(here);
    if (drawn(15, seed, 'throws', here) === 0) throw new Error(`thrown at ${here}`);
    const parent = SCHEMA.getType(String(info.parentType));
    const field = isObjectType(parent) ? parent.getFields()[info.fieldName] : undefined;
    return eventual(String(field?.type), here);
  };
}

/**
 * A schema whose fields resolve by a seed; new each time, because work continues after a response. `calls` lists the
 * resolved paths in order.
 */
function seeded(seed: string, calls: string[]): typeof SCHEMA {
  const schema = buildSchema(TEXT);
  const resolve = resolveRandomly(seed, calls);
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) {
      type.resolveType = (thing: unknown) =>
        ['Cat', 'Dog', 'Dog', 'Bird'][drawn(24, (thing as Thing).place) % 3];
    }
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) field.resolve = resolve;
  }
  return schema;
}

interface Outcome {
  readonly calls: readonly string[];
  readonly result: unknown;
}

async function outcomeOf(
  seed: string,
  run: (schema: typeof SCHEMA) => ExecutionResult | Promise<ExecutionResult>,
): Promise<Outcome> {
  const calls: string[] = [];
  const { data, errors } = await run(seeded(seed, calls));
  return { calls, result: JSON.parse(JSON.stringify({ data, errors })) as unknown };
}

function ofGraphqlJs(
  seed: string,
  document: DocumentNode,
  variables: Record<string, unknown>,
): Promise<Outcome> {
  return outcomeOf(seed, (schema) => execute({ schema, document, variableValues: variables }));
}

function ofExecution(
  seed: string,
  document: DocumentNode,
  variables: Record<string, unknown>,
): Promise<Outcome> {
  return outcomeOf(seed, (schema) => {
    const compiled = new CompiledDocument(schema, document);
    const node = compiled.operation(undefined);
    const coerced = getVariableValues(schema, node.variableDefinitions ?? [], variables);
    if (coerced.errors !== undefined) return { errors: coerced.errors };
    const operation = compiled.compiled(node, coerced.variableValues);
    return new Execution(undefined, coerced.variableValues).run(operation);
  });
}

const OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  Cat: [
    'name',
    'lives',
    'fed',
    'fed(times: $n)',
    'fed(with: [{grams: 3}, {grams: $n}])',
    'kind',
    'n: name',
    'other ^Named',
    'owner ^Dog',
    'friends ^Named',
    'strict ^Dog',
    'deep ^Cat',
    'found ^Pet',
    'o: owner ^Dog',
  ],
  Dog: ['name', 'kind', 'k: kind', 'other ^Named', 'needed ^Named', 'cats ^Cat', 'pets ^Pet'],
  Named: ['name', 'other ^Named', '... on Cat ^Cat', '... on Dog ^Dog', '...OfCat', '... ^Named'],
  Pet: ['... on Cat ^Cat', '... on Dog ^Dog', '... on Named ^Named', '...OfCat'],
  Query: [
    'cat ^Cat',
    'dog ^Dog',
    'pets ^Pet',
    'p: pets(first: $n) ^Pet',
    'named ^Named',
    'strict ^Named',
    '__schema ^Schema',
  ],
  Schema: ['queryType ^Type', 'description'],
  Type: ['name', 'fields ^Field'],
  Field: ['name', 'isDeprecated'],
  Mutation: [
    'feed ^Cat',
    'feed(with: {grams: 1}) ^Cat',
    'walk ^Dog',
    'f: feed(with: $food) ^Cat',
    'w: walk ^Dog',
  ],
};

const directives = fc.oneof(
  { arbitrary: fc.constant(''), weight: 20 },
  fc.constantFrom(
    '@skip(if: $no)',
    '@include(if: $no)',
    '@include(if: $yes)',
    '@include(if: true) @skip(if: $yes)',
  ),
);

/** Selections of a type, nested; some select the same field twice. */
function selections(type: string, depth: number): fc.Arbitrary<string> {
  const usable = (OF_TYPE[type] ?? []).filter((text) => depth > 0 || !text.includes('^'));
  const written = usable.map((text) => {
    const [head = '', below] = text.split(' ^');
    return fc
      .tuple(directives, below === undefined ? fc.constant('') : selections(below, depth - 1))
      .map((parts) => [head, ...parts].join(' '));
  });
  const some = fc.array(fc.oneof(fc.constant('__typename'), ...written), { minLength: 1, maxLength: 3 });
  return some.map((fields) => `{ ${fields.join(' ')} }`);
}

const documents = fc.oneof(
  ...(['Query', 'Mutation'] as const).map((root) =>
    fc.tuple(selections(root, 3), selections('Cat', 1)).map(([body, fragment]) => {
      const spread = body.includes('...OfCat') ? ` fragment OfCat on Cat ${fragment}` : '';
      return `${root.toLowerCase()} q($n: Int! = 7, $food: Food, $yes: Boolean = true, $no: Boolean!) ${body}${spread}`;
    }),
  ),
);
const variables = fc.record(
  {
    yes: fc.constantFrom(true, false, null),
    no: fc.boolean(),
    n: fc.oneof(fc.integer(), fc.constant('7')),
    food: fc.constantFrom(null, { grams: 2 }, { grams: 1, more: { grams: 5 } }),
  },
  { requiredKeys: ['no'] },
);

/** Executes a query without variables. */
async function answerOf(schema: typeof SCHEMA, text: string): Promise<ExecutionResult> {
  const compiled = new CompiledDocument(schema, parse(text));
  const none = { sources: {}, coerced: {} };
  return new Execution(undefined, none).run(compiled.compiled(compiled.operation(undefined), none));
}

/**
 * graphql-js leaves the failure of an element of an asynchronous list unhandled while it waits for the next one, for
 * which Vitest would fail the run: only unhandled failures of graphql-js are allowed.
 */
describe('Execution', () => {
  const listeners = process.listeners('unhandledRejection');
  const unhandled: unknown[] = [];
  const keep = (reason: unknown): void => {
    if (!(reason instanceof GraphQLError && reason.source?.name === REFERENCE)) unhandled.push(reason);
  };
  beforeAll(() => {
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', keep);
  });
  afterAll(() => {
    process.removeListener('unhandledRejection', keep);
    for (const listener of listeners) process.on('unhandledRejection', listener);
  });
  afterEach(() => expect(unhandled).toEqual([]));

  it('handles each failure in a long list while it waits for further elements', async () => {
    const schema = buildSchema('type Query { cats: [Cat!] } type Cat { name: String! }');
    const cats = Array.from({ length: 300 }, (_, i) => ({
      name: async () => {
        if (i % 7 === 0) throw new Error(`cat ${i} has no name`);
        for (let left = 20; left > 0; left--) await turn();
        return `cat ${i}`;
      },
    }));
    const { cats: field } = schema.getQueryType()?.getFields() ?? {};
    if (field !== undefined) field.resolve = () => cats;
    const { data, errors } = await answerOf(schema, '{ cats { name } }');
    expect(data).toEqual({ cats: null });
    expect(errors?.map(({ message, path }) => [message, path])).toEqual([
      ['cat 0 has no name', ['cats', 0, 'name']],
    ]);
  });

  it('calls the resolvers and answers as graphql-js does, for every result', async () => {
    await fc.assert(
      fc.asyncProperty(documents, variables, fc.string(), async (text, values, seed) => {
        const document = parse(text);
        fc.pre(validate(SCHEMA, document, RULES).length === 0);
        const expected = await ofGraphqlJs(seed, parse(new Source(text, REFERENCE)), values);
        expect(await ofExecution(seed, document, values)).toEqual(expected);
      }),
      { numRuns: effort(150) },
    );
  });

  it('limits the pending elements of a long list', async () => {
    const schema = buildSchema('type Query { cats: [Cat] } type Cat { name: String }');
    let waiting = 0;
    let most = 0;
    const catNamed = (i: number) => ({
      name: async () => {
        most = Math.max(most, ++waiting);
        for (let left = 20; left > 0; left--) await turn();
        waiting--;
        return `cat ${i}`;
      },
    });
    const cats = Array.from({ length: 2_000 }, (_, i) => catNamed(i));
    const { cats: field } = schema.getQueryType()?.getFields() ?? {};
    if (field !== undefined) field.resolve = () => cats;
    const { data } = await answerOf(schema, '{ cats { name } }');
    expect(data).toEqual({ cats: cats.map((_, i) => ({ name: `cat ${i}` })) });
    expect(most).toBeLessThanOrEqual(250);
  });
});
