import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor } from '../../support/test-actors.ts';

let server: TestServer;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
});
afterAll(() => server.stop());

const PATH = '/api/colophon/v1/plans/import';
const MUTATION = `mutation ($input: ImportStructuredPropertiesInput!) {
  importStructuredProperties(input: $input) { planToken commit definitions { urn change versionAbove } }
}`;

const exists = async (name: string): Promise<boolean> => {
  const { json } = await server.request('POST', '/openapi/v3/entity/structuredProperty/batchGet', [
    { urn: propertyUrn(name), propertyDefinition: {} },
  ]);
  return json[0]?.propertyDefinition !== undefined;
};

/** The plan, or the problems, of a text over each protocol. */
const WAYS: Readonly<Record<string, (input: Record<string, unknown>, as?: TestServer) => Promise<Answered>>> =
  {
    REST: async (input, as = server) => {
      const { json, status } = await as.request('POST', PATH, input);
      return status === 200 ? { plan: json } : { status, ...json };
    },
    GraphQL: async (input, as = server) => {
      const { data, errors } = await as.graphql(MUTATION, { input });
      const [error] = errors ?? [];
      if (error === undefined) return { plan: data.importStructuredProperties };
      return { status: error.extensions.code, message: error.message, problems: error.extensions.problems };
    },
  };

// The tests assert the shapes of responses.
// oxlint-disable-next-line typescript/no-explicit-any
type Answered = any;

describe.each(Object.entries(WAYS))('a text of definitions over %s', (protocol, send) => {
  const name = (of: string): string => `import.${protocol.toLowerCase()}.${of}`;
  const yaml = (of: string, rest = ''): string =>
    `- id: ${name(of)}\n  type: string\n  entity_types: [dataset]\n${rest}`;

  it('is planned, then applied as planned', async () => {
    const { plan } = await send({ yaml: yaml('a'), dryRun: true });
    expect(plan.definitions).toMatchObject([{ urn: propertyUrn(name('a')) }]);
    expect(await exists(name('a'))).toBe(false);
    const changed = await send({ yaml: yaml('a', '  immutable: true\n'), planToken: plan.planToken });
    expect(changed).toMatchObject({ status: 409 });
    const applied = await send({ yaml: yaml('a'), planToken: plan.planToken });
    expect(applied.plan.commit).toEqual(expect.any(Number));
    expect(await exists(name('a'))).toBe(true);
    const again = await send({ yaml: yaml('a') });
    expect(again.plan.definitions[0].change.toLowerCase()).toBe('none');
  });

  it('reports all problems with their lines', async () => {
    const text = `${yaml('b', '  colour: red\n')}- id: ${name('c')}\n  type: nubmer\n  entity_types: [dataset]\n`;
    const refused = await send({ yaml: text, name: 'p.yaml' });
    expect(refused).toMatchObject({
      status: 400,
      message: expect.stringMatching(
        /^Nothing was written\. p\.yaml, line 4, definition 1 .* It has 2 problems\.$/,
      ),
      problems: [
        {
          code: 'INVALID_REQUEST',
          line: 4,
          index: 0,
          message: expect.stringContaining("no key 'colour'"),
          kind: 'INPUT_UNKNOWN',
          data: { name: 'colour', closest: '' },
        },
        {
          code: 'INVALID_REQUEST',
          line: 6,
          index: 1,
          message: expect.stringContaining("no type 'nubmer'"),
          kind: 'INPUT_CHOICE',
          data: { name: 'type', value: 'nubmer', allowed: expect.arrayContaining(['number']) },
        },
      ],
    });
    expect(await exists(name('b'))).toBe(false);
  });

  it('reports refusals of rules with their lines', async () => {
    const values = '  allowed_values:\n    - value: x\n';
    const text = `${yaml('d')}${yaml('e', `${values}  version: "1"\n`)}`;
    const refused = await send({ yaml: text, dryRun: true });
    expect(refused).toMatchObject({
      status: 400,
      message: expect.stringContaining('The text, line 9, definition 2'),
      problems: [{ code: 'VALIDATION', urn: propertyUrn(name('e')), field: 'version', line: 9, index: 1 }],
    });
    expect(await exists(name('d'))).toBe(false);
  });

  it('is refused without the privilege, without problems of the text', async () => {
    const stranger = await addActor(server, `stranger.${protocol.toLowerCase()}`);
    for (const dryRun of [true, false]) {
      const refused = await send({ yaml: 'id: [', dryRun }, stranger);
      expect(refused.status).toBe(403);
      expect(JSON.stringify(refused)).not.toContain('line');
    }
  });

  it('shows which definitions need a version', async () => {
    await send({ yaml: yaml('f') });
    await client.dataset(name('f'));
    await client.assign(datasetUrn(name('f')), { [name('f')]: [{ string: 'x' }] });
    const breaking = yaml('f').replace('type: string', 'type: number');
    const { plan } = await send({ yaml: breaking, dryRun: true });
    expect(plan.definitions).toMatchObject([{ versionAbove: '' }]);
    const refused = await send({ yaml: breaking });
    expect(refused).toMatchObject({ status: 400, problems: [{ field: 'version', line: 1 }] });
    expect((await send({ yaml: `${breaking}  version: 20260101000000\n` })).plan.commit).toEqual(
      expect.any(Number),
    );
  });
});

describe('a hostile text', () => {
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
    .concat(
      Array.from(
        { length: 9 },
        (_, i) =>
          `${'bcdefghij'[i] ?? ''}: &${'bcdefghij'[i] ?? ''} [${Array(9)
            .fill(`*${'abcdefghi'[i] ?? ''}`)
            .join(', ')}]`,
      ),
    )
    .join('\n');

  it.each<readonly [string, string]>([
    ['aliases that expand to billions', bomb],
    ['an alias of itself', 'a: &a [*a]'],
    ['nesting', '['.repeat(400_000)],
    ['a tag of a program', 'id: !!js/function x'],
    ['nothing', '# nothing'],
    ['a list of texts', '- a\n- b'],
    ['more than a million characters', `# ${'x'.repeat(1_000_000)}`],
  ])('%s is refused with its line', async (_name, yaml) => {
    const { json, status, text } = await server.request('POST', PATH, { yaml, dryRun: true });
    expect(status, text.slice(0, 300)).toBe(400);
    expect(json.problems).toHaveLength(1);
    expect(json.problems[0].kind).toEqual(expect.stringMatching(/^(?:YAML|FILE|DEFINITION|TEXT)_/));
    expect(json.problems[0].line ?? json.problems[0].field).toEqual(
      yaml.length > 1_000_000 ? 'yaml' : expect.any(Number),
    );
    expect(text.length).toBeLessThan(2_000);
  });

  it('keeps only the first problems of many', async () => {
    const yaml = Array.from({ length: 2_000 }, (_, i) => `- {id: many.p${i}, type: x}\n`).join('');
    const { json, status } = await server.request('POST', PATH, { yaml });
    expect([status, json.problems.length]).toEqual([400, 50]);
    expect(json.message).toContain('It has 4000 problems.');
  });
});

it('returns over REST the definitions in the form of the aspects', async () => {
  const yaml =
    '- id: import.read\n  type: number\n  entity_types: [dataset]\n  settings: {is_hidden: true}\n';
  const { json } = await server.request('POST', PATH, { yaml, dryRun: true });
  expect(json.read).toMatchObject([
    {
      urn: propertyUrn('import.read'),
      line: 1,
      propertyDefinition: { qualifiedName: 'import.read', valueType: 'urn:li:dataType:datahub.number' },
      structuredPropertySettings: { isHidden: true, showInSearchFilters: false },
    },
  ]);
});
