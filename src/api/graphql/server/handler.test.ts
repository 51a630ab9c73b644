import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { CatalogError } from '../../../errors.ts';
import type { Requester } from '../../../operations/requester.ts';
import { buildExecutableSchema } from '../schema/build-schema.ts';
import { nextTurn } from '../../../util/concurrency/next-turn.ts';
import type { WaitingClient } from '../../http/fast-path/plain-posts.ts';
import { READ } from '../../../operations/needs.ts';
import { defineInternal } from '../../../operations/operation.ts';
import type { GraphqlContext, GraphqlSettings } from '../context/graphql-context.ts';
import { GraphqlHandler, type GraphqlAnswer } from './handler.ts';
import { DEFAULT_LIMITS } from './limits.ts';

const LONG = {
  ...defineInternal<undefined, undefined>({
    name: 'long',
    effect: 'read',
    needs: READ,
    isLong: true,
    run: () => Promise.resolve(undefined),
  }),
  summary: 'Does nothing.',
};

const SCHEMA = buildExecutableSchema(
  `scalar Long
   type Query {
     number: Float! half: Float big: Long tooBig: Long
     bad: String broken: String nothing: String! slow: String long: String echo(flag: Boolean, n: Int): String scaled(x: Float): Float
     exact(n: Int!): Int named(is: String): String listed(in: [Range!]): Int
     inner: Query
   }
   type Mutation { slowWrite: Boolean longWrites: Boolean }
   input Range { least: Int! }`,
  {
    resolvers: {
      Query: {
        number: () => 30,
        half: () => 0.5,
        big: () => 2 ** 53 - 1,
        tooBig: () => 2 ** 53,
        bad: () => {
          throw new CatalogError('NOT_FOUND', 'Not found. Use another one.');
        },
        broken: () => {
          throw new Error('secret detail');
        },
        nothing: () => null,
        inner: () => ({}),
        named: (_root: unknown, { is }: { readonly is: string }) => is,
        long: (_root: unknown, _args: unknown, context: GraphqlContext) => context.run(LONG, undefined),
        slow: () => new Promise(() => undefined),
        echo: (_root: unknown, args: object) => JSON.stringify(args),
      },
      Mutation: {
        longWrites: async (_root: unknown, _args: unknown, context: GraphqlContext) => {
          for (let i = 0; i < 3; i++) await context.run(LONG, undefined);
        },
        slowWrite: () => new Promise(() => undefined),
      },
    },
    typeNames: {},
  },
);

/** The schema runs no operations. */
const REQUESTER = {} as unknown as Requester;

async function ask(
  body: unknown,
  limits = {},
): Promise<GraphqlAnswer & { json: unknown; reports: unknown[] }> {
  const reports: unknown[] = [];
  // This schema uses no settings.
  const handler = new GraphqlHandler(SCHEMA, {} as GraphqlSettings, { ...DEFAULT_LIMITS, ...limits });
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const failure = { requestId: 'r1', report: (error: unknown) => reports.push(error) };
  const answer = await handler.answer(text, REQUESTER, failure);
  return { ...answer, reports, json: answer.body === '' ? undefined : JSON.parse(String(answer.body)) };
}

/** Names of all operations that a request started, if its client disconnects during the first one. */
async function operationsBegunAround(type: string, fields: string): Promise<number> {
  const response = new EventEmitter();
  const client = Object.assign(response, { destroyed: false }) as unknown as WaitingClient;
  let begun = 0;
  const requester = {
    run: async () => {
      if (++begun === 1) response.emit('close');
      await nextTurn();
    },
  } as unknown as Requester;
  const handler = new GraphqlHandler(SCHEMA, {} as GraphqlSettings, DEFAULT_LIMITS);
  const failure = { requestId: 'r1', report: () => undefined };
  const body = JSON.stringify({ query: `${type} { ${fields} }` });
  await handler.answer(body, requester, failure, { client });
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  return begun;
}

const DATA_FETCHING = 'DataFetchingException';

describe('GraphqlHandler', () => {
  it('writes whole numbers with a decimal point, and extensions always', async () => {
    const { status, body } = await ask({ query: '{ number half big }' });
    expect(status).toBe(200);
    expect(body).toBe('{"data":{"number":30.0,"half":0.5,"big":9007199254740991},"extensions":{}}');
  });

  it('shows errors that the client can act on', async () => {
    const { body, reports } = await ask({ query: '{ bad }' });
    expect(JSON.parse(String(body))).toEqual({
      errors: [
        {
          message: 'Not found. Use another one.',
          locations: [{ line: 1, column: 3 }],
          path: ['bad'],
          extensions: { code: 404, type: 'NOT_FOUND', classification: DATA_FETCHING },
        },
      ],
      data: { bad: null },
      extensions: {},
    });
    expect(reports).toEqual([]);
  });

  it.each([
    ['$v: Int = 1', 'exact(n: $v)', 'n', ['inner', 'exact'], { exact: null }],
    [
      '$v: Int = 1',
      'listed(in: [{ least: 1 }, { least: $v }])',
      '[1].least',
      ['inner', 'listed'],
      { listed: null },
    ],
    ['$v: Boolean = true', 'half @include(if: $v)', 'if', ['inner'], null],
  ])(
    'names the argument that a null variable leaves empty: %s',
    async (variable, field, name, path, inner) => {
      const query = `query q(${variable}) { inner { ${field} } }`;
      const { json, reports } = await ask({ query, variables: { v: null } });
      expect(json).toMatchObject({
        errors: [
          {
            message: expect.stringContaining('not to be null') as string,
            path,
            extensions: {
              classification: 'ValidationError',
              problems: [{ code: 'INVALID_REQUEST', kind: 'INPUT_MISSING', data: { name }, field: name }],
            },
          },
        ],
        data: { inner },
      });
      expect(reports).toEqual([]);
    },
  );

  it('hides and reports internal failures', async () => {
    const { body, reports } = await ask({ query: '{ broken }' });
    expect(body).not.toContain('secret');
    expect(body).toContain('request id r1');
    expect(body).toContain('"code":500,"type":"SERVER_ERROR"');
    expect(reports).toEqual([new Error('secret detail')]);
    expect((await ask({ query: '{ nothing }' })).json).toMatchObject({
      data: null,
      errors: [{ path: ['nothing'] }],
    });
    expect((await ask({ query: '{ tooBig }' })).json).toMatchObject({ data: { tooBig: null } });
  });

  it('returns null data with document errors', async () => {
    expect((await ask({ query: '{ nope }' })).json).toMatchObject({
      data: null,
      extensions: {},
      errors: [{ extensions: { classification: 'ValidationError' } }],
    });
  });

  it('accepts booleans and numbers as strings in variables, and rejects invalid ones', async () => {
    const query = 'query q($flag: Boolean, $n: Int) { echo(flag: $flag, n: $n) }';
    expect((await ask({ query, variables: { flag: 'false', n: null } })).json).toMatchObject({
      data: { echo: '{"flag":false,"n":null}' },
    });
    expect((await ask({ query, variables: { flag: true, n: '7' } })).json).toMatchObject({
      data: { echo: '{"flag":true,"n":7}' },
    });
    expect((await ask({ query, variables: { n: '1.5' } })).json).toMatchObject({
      errors: [{ message: expect.stringContaining('Int cannot represent non-integer value: 1.5') as string }],
    });
    const scaled = { query: 'query q($x: Float) { scaled(x: $x) }', variables: { x: '9007199254740993' } };
    expect((await ask(scaled)).json).toMatchObject({
      errors: [{ message: expect.stringContaining('9007199254740993') as string, extensions: { code: 400 } }],
    });
    expect((await ask({ query, variables: { n: 'many' } })).json).toMatchObject({
      data: null,
      errors: [
        {
          message: expect.stringContaining('$n') as string,
          extensions: { classification: 'ValidationError' },
        },
      ],
    });
  });

  it('runs the named operation', async () => {
    const query = 'query one { number } query two { half }';
    expect((await ask({ query, operationName: 'two' })).json).toMatchObject({ data: { half: 0.5 } });
    const refused = async (body: object) => (await ask(body)).json;
    expect(await refused({ query, operationName: 'three' })).toMatchObject({
      data: null,
      errors: [{ extensions: { problems: [{ kind: 'INPUT_UNKNOWN', data: { name: 'three' } }] } }],
    });
    expect(await refused({ query })).toMatchObject({
      data: null,
      errors: [{ extensions: { problems: [{ kind: 'INPUT_MISSING', data: { name: 'operationName' } }] } }],
    });
    expect((await ask({ query: '{ half }', operationName: '' })).json).toMatchObject({ data: { half: 0.5 } });
  });

  it('converts texts in variables as the named operation declares them', async () => {
    const query = 'query one($v: String) { named(is: $v) } query two($v: Int) { echo(n: $v) }';
    const answers = ['one', 'two'].map((operationName) =>
      ask({ query, operationName, variables: { v: '42' } }),
    );
    expect((await Promise.all(answers)).map(({ json }) => json)).toMatchObject([
      { data: { named: '42' } },
      { data: { echo: '{"n":42}' } },
    ]);
  });

  it('times out after the deadline', async () => {
    const read = await ask({ query: '{ slow }' }, { timeout: 1 });
    expect(read.json).toEqual({
      errors: [
        {
          message: 'The request timed out after 1 ms. Select fewer fields or request a smaller page.',
          extensions: { code: 504, type: 'DEADLINE_EXCEEDED', classification: DATA_FETCHING },
        },
      ],
      data: null,
      extensions: {},
    });
    const write = await ask({ query: 'mutation { slowWrite }' }, { timeout: 1 });
    expect(write.body).toContain('check them before you retry');
  });

  it('starts no operations of a query after its client disconnects, but all of a mutation', async () => {
    expect(await operationsBegunAround('query', 'a: long b: long c: long')).toBe(1);
    expect(await operationsBegunAround('mutation', 'longWrites')).toBe(3);
  });

  it('rejects queries whose response would be too large', async () => {
    expect((await ask({ query: '{ number half big }' }, { cost: 2 })).json).toMatchObject({
      errors: [
        { message: expect.stringContaining('3 fields; the limit is 2') as string, extensions: { code: 400 } },
      ],
    });
  });

  it('returns 400 with a message for a body that is not a request', async () => {
    for (const text of ['', 'nonsense', '{}']) {
      const { status, json } = await ask(text);
      expect(status).toBe(400);
      expect(json).toMatchObject({ errors: [{ message: expect.any(String) as string }] });
    }
    expect(await ask({ query: '{ number }', variables: 1 })).toMatchObject({
      status: 400,
      json: { data: null, errors: [{ message: expect.stringContaining('variables') as string }] },
    });
  });

  it('survives deeply nested variables', async () => {
    const levels = 20_000;
    const text = `{"query":"query q($n: Int) { echo(n: $n) }","variables":{"n":${'['.repeat(levels)}"true"${']'.repeat(levels)}}}`;
    const { status, body } = await ask(text);
    expect([200, 400]).toContain(status);
    expect(body).not.toContain('SERVER_ERROR');
  });
});

describe('the standard response format', () => {
  it('returns 400 without data if nothing was executed, and 200 otherwise', async () => {
    const handler = new GraphqlHandler(SCHEMA, {} as GraphqlSettings, DEFAULT_LIMITS);
    const failure = { requestId: 'r1', report: () => undefined };
    const answer = (query: string): Promise<GraphqlAnswer> =>
      handler.answer(JSON.stringify({ query }), REQUESTER, failure, { form: 'standard' });
    for (const query of ['{ nope }', '{']) {
      const { status, body } = await answer(query);
      expect(status).toBe(400);
      expect(JSON.parse(String(body))).not.toHaveProperty('data');
    }
    expect(await answer('{ bad }')).toMatchObject({ status: 200 });
    expect(await answer('{ nothing }')).toMatchObject({ status: 200 });
  });
});
