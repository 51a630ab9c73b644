import * as fc from 'fast-check';
import {
  buildSchema,
  execute,
  getVariableValues,
  isAbstractType,
  isObjectType,
  parse,
  validate,
  type DocumentNode,
  type ExecutionResult,
} from 'graphql';
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { effort } from '../../../../test/support/effort.ts';
import { resolveYielding } from '../context/yielding.ts';
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
  return outcomeOf(seed, (schema) =>
    execute({ schema, document, variableValues: variables, fieldResolver: resolveYielding }),
  );
}

function ofExecution(
  seed: string,
  document: DocumentNode,
  variables: Record<string, unknown>,
): Promise<Outcome> {
  return outcomeOf(seed, (schema) => {
    const operation = new CompiledDocument(schema, document).operation(undefined);
    if (operation === undefined) throw new Error('The document is not compiled.');
    const coerced = getVariableValues(schema, operation.node.variableDefinitions ?? [], variables);
    if (coerced.errors !== undefined) return { errors: coerced.errors };
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
    '__schema { queryType { name fields { name } } }',
  ],
  Mutation: [
    'feed ^Cat',
    'feed(with: {grams: 1}) ^Cat',
    'walk ^Dog',
    'f: feed(with: $food) ^Cat',
    'w: walk ^Dog',
  ],
};

/** Selections of a type, nested; some select the same field twice. */
function selections(type: string, depth: number): fc.Arbitrary<string> {
  const usable = (OF_TYPE[type] ?? []).filter((text) => depth > 0 || !text.includes('^'));
  const written = usable.map((text) => {
    const [head = '', below] = text.split(' ^');
    return below === undefined
      ? fc.constant(head)
      : selections(below, depth - 1).map((part) => `${head} ${part}`);
  });
  const some = fc.array(fc.oneof(fc.constant('__typename'), ...written), { minLength: 1, maxLength: 3 });
  return some.map((fields) => `{ ${fields.join(' ')} }`);
}

const documents = fc.oneof(
  ...(['Query', 'Mutation'] as const).map((root) =>
    fc.tuple(selections(root, 3), selections('Cat', 1)).map(([body, fragment]) => {
      const spread = body.includes('...OfCat') ? ` fragment OfCat on Cat ${fragment}` : '';
      return `${root.toLowerCase()} q($n: Int! = 7, $food: Food) ${body}${spread}`;
    }),
  ),
);
const variables = fc.record(
  {
    n: fc.oneof(fc.integer(), fc.constant('7')),
    food: fc.constantFrom(null, { grams: 2 }, { grams: 1, more: { grams: 5 } }),
  },
  { requiredKeys: [] },
);

describe('Execution', () => {
  it('calls the resolvers and answers as graphql-js does, for every result', async () => {
    await fc.assert(
      fc.asyncProperty(documents, variables, fc.string(), async (text, values, seed) => {
        const document = parse(text);
        fc.pre(validate(SCHEMA, document).length === 0);
        expect(await ofExecution(seed, document, values)).toEqual(await ofGraphqlJs(seed, document, values));
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
    const operation = new CompiledDocument(schema, parse('{ cats { name } }')).operation(undefined);
    if (operation === undefined) throw new Error('The document is not compiled.');
    const { data } = await new Execution(undefined, { sources: {}, coerced: {} }).run(operation);
    expect(data).toEqual({ cats: cats.map((_, i) => ({ name: `cat ${i}` })) });
    expect(most).toBeLessThanOrEqual(250);
  });
});
