import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, definition, propertyUrn } from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { addActor } from '../../support/test-actors.ts';

let server: TestServer;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
});
afterAll(() => server.stop());

const PLANS = '/api/colophon/v1/plans';
const ASPECT = 'structuredPropertyDisplay';
const OPTIONS = { allowedValues: [{ string: 'public' }, { string: 'secret' }] };
const DISPLAY = {
  group: 'Privacy',
  order: 10,
  unit: 'level',
  valueColors: [{ value: { string: 'secret' }, color: 'RED' }],
};

function write(name: string, value: unknown, on = server): Promise<Answer> {
  return on.request('POST', `${aspectPath(propertyUrn(name), ASPECT, 'v3')}?createIfNotExists=false`, {
    value,
  });
}

async function stored(name: string): Promise<unknown> {
  const { json, status } = await server.request('GET', aspectPath(propertyUrn(name), ASPECT, 'v3'));
  return status === 404 ? undefined : json.value;
}

const defining = (name: string, parts: object, options: object = OPTIONS) => ({
  definitions: [{ urn: propertyUrn(name), propertyDefinition: definition(name, options), ...parts }],
});

async function changeOf(body: object): Promise<string> {
  const { json, status, text } = await server.request('POST', PLANS, body);
  expect(status, text).toBe(200);
  return json.definitions[0].change;
}

describe('the aspect', () => {
  it('is kept when a client of DataHub writes the definition whole', async () => {
    await client.define('d.kept', OPTIONS);
    expect((await write('d.kept', DISPLAY)).status).toBe(200);
    await client.define('d.kept', { ...OPTIONS, cardinality: 'MULTIPLE' });
    expect(await stored('d.kept')).toEqual(DISPLAY);
  });

  it.each([
    [{ ...DISPLAY, group: ' ' }, 'group', 'is empty'],
    [{ ...DISPLAY, order: 'first' }, 'order', 'order'],
    [{ valueColors: [{ value: { string: 'secret' }, color: 'PINK' }] }, 'valueColors[0].color', 'PINK'],
    [{ valueColors: [{ value: { string: 'open' }, color: 'RED' }] }, 'valueColors[0]', '{string=open}'],
    [{ colour: 'RED' }, undefined, 'colour'],
  ])('is refused with the field and the value: %j', async (value, field, words) => {
    await client.define('d.bad', OPTIONS);
    const { json, status } = await write('d.bad', value);
    expect(status).toBe(400);
    if (field !== undefined) expect(JSON.stringify(json)).toContain(field);
    expect(JSON.stringify(json)).toContain(words);
    expect(await stored('d.bad')).toBeUndefined();
  });

  it('takes numbers of a number property as texts, too', async () => {
    await client.define('d.number', { type: 'number' });
    const valueColors = [{ value: { string: '30' }, color: 'GREEN' }];
    expect((await write('d.number', { valueColors })).status).toBe(200);
    expect(await stored('d.number')).toEqual({ valueColors: [{ value: { double: 30 }, color: 'GREEN' }] });
  });

  it('is read-only while the property is soft-deleted', async () => {
    await client.define('d.deleted', OPTIONS);
    await client.post(propertyUrn('d.deleted'), 'status', { removed: true });
    const { json, status } = await write('d.deleted', DISPLAY);
    expect(status).toBe(400);
    expect(json.message).toContain(`${ASPECT} of ${propertyUrn('d.deleted')}. Restore it first`);
  });

  it('needs the right to manage structured properties', async () => {
    await client.define('d.rights', OPTIONS);
    const other = await addActor(server, 'display-reader');
    for (const { status } of [
      await write('d.rights', DISPLAY, other),
      await other.request('POST', PLANS, defining('d.rights', { [ASPECT]: DISPLAY })),
    ]) {
      expect(status).toBe(403);
    }
    expect(await stored('d.rights')).toBeUndefined();
  });
});

describe('a plan', () => {
  it('writes it with the definition, needs no version, and can be undone', async () => {
    const body = defining('d.plan', { [ASPECT]: DISPLAY });
    expect(await changeOf(body)).toBe('create');
    await server.request('POST', `${PLANS}/apply`, body);
    expect(await stored('d.plan')).toEqual(DISPLAY);
    expect(await changeOf(body)).toBe('none');
    expect(await changeOf(defining('d.plan', {}))).toBe('none');
    const renamed = defining('d.plan', { [ASPECT]: { ...DISPLAY, group: 'Security' } });
    expect(await changeOf(renamed)).toBe('compatible');
    const { json } = await server.request('POST', `${PLANS}/apply`, renamed);
    const undone = await server.request('POST', `${PLANS}/undo`, { commit: json.commit });
    expect(undone.json.undone).toEqual([{ urn: propertyUrn('d.plan'), was: 'changed' }]);
    expect(await stored('d.plan')).toEqual(DISPLAY);
  });

  it('is outdated when the display has changed since', async () => {
    await client.define('d.token', OPTIONS);
    const body = defining('d.token', { [ASPECT]: { order: 1 } });
    const { json } = await server.request('POST', PLANS, body);
    await write('d.token', { order: 2 });
    const applied = await server.request('POST', `${PLANS}/apply`, { ...body, planToken: json.planToken });
    expect(applied.status).toBe(409);
    expect(await stored('d.token')).toEqual({ order: 2 });
  });

  it('colors a value that it allows in the same commit, and refuses one that it removes', async () => {
    const colored = { valueColors: [{ value: { string: 'top' }, color: 'PURPLE' }] };
    const wider = { allowedValues: [...OPTIONS.allowedValues, { string: 'top' }] };
    await client.define('d.same', OPTIONS);
    const refused = await server.request('POST', PLANS, defining('d.same', { [ASPECT]: colored }));
    expect(refused.json.message).toContain('{string=top} should be one of');
    expect(await changeOf(defining('d.same', { [ASPECT]: colored }, wider))).toBe('compatible');
  });
});

const FIELDS = `urn display { group order unit valueColors {
  color value { ... on StringValue { stringValue } ... on NumberValue { numberValue } } } }`;

describe('GraphQL', () => {
  const input = {
    group: 'Privacy',
    order: 10,
    unit: 'level',
    valueColors: [{ stringValue: 'secret', color: 'RED' }],
  };
  const shown = { ...input, valueColors: [{ color: 'RED', value: { stringValue: 'secret' } }] };

  it('creates, replaces and reads it', async () => {
    const create = `mutation($input: CreateStructuredPropertyInput!) { createStructuredProperty(input: $input) { ${FIELDS} } }`;
    const update = `mutation($input: UpdateStructuredPropertyInput!) { updateStructuredProperty(input: $input) { ${FIELDS} } }`;
    const created = await server.graphql(create, {
      input: {
        id: 'd.gql',
        valueType: 'urn:li:dataType:datahub.string',
        entityTypes: ['urn:li:entityType:datahub.dataset'],
        display: input,
      },
    });
    expect(created.data.createStructuredProperty.display).toEqual(shown);
    const urn = propertyUrn('d.gql');
    const same = await server.graphql(update, { input: { urn, description: 'New' } });
    expect(same.data.updateStructuredProperty.display).toEqual(shown);
    const replaced = await server.graphql(update, { input: { urn, display: { unit: 'days' } } });
    const empty = { group: null, order: null, valueColors: null };
    expect(replaced.data.updateStructuredProperty.display).toEqual({ ...empty, unit: 'days' });
    expect(await stored('d.gql')).toEqual({ unit: 'days' });
    await client.define('d.plain');
    const plain = await server.graphql(
      `query($urn: String!) { structuredProperty(urn: $urn) { ${FIELDS} } }`,
      {
        urn: propertyUrn('d.plain'),
      },
    );
    expect(plain.data.structuredProperty.display).toBeNull();
  });

  it('plans it, and refuses a value with two types', async () => {
    const plan = `query($input: PlanStructuredPropertiesInput!) {
      planStructuredProperties(input: $input) { definitions { urn change } } }`;
    const planned = (display: object) =>
      server.graphql(plan, {
        input: {
          definitions: [
            {
              urn: propertyUrn('d.gql-plan'),
              valueType: 'urn:li:dataType:datahub.string',
              entityTypes: ['urn:li:entityType:datahub.dataset'],
              display,
            },
          ],
        },
      });
    expect((await planned(input)).data.planStructuredProperties.definitions).toMatchObject([
      { change: 'CREATE' },
    ]);
    const { errors } = await planned({ valueColors: [{ stringValue: 'a', numberValue: 1, color: 'RED' }] });
    expect(errors[0].message).toBe(
      'definitions[0].display.valueColors[0]: Each colored value must provide exactly one of stringValue or numberValue, but it has both.',
    );
  });
});

describe('a file', () => {
  it('is read as it was printed, without a change', async () => {
    using computer = new Computer(server);
    const file = join(computer.home, 'p.yaml');
    writeFileSync(
      file,
      `id: d.file
type: number
entity_types: [dataset]
display:
  group: Privacy
  order: 3
  unit: days
  value_colors:
    - {value: 30, color: green}
`,
    );
    expect((await computer.run(['properties', 'upsert', '-f', file])).stderr).toBe('');
    expect(await stored('d.file')).toEqual({
      group: 'Privacy',
      order: 3,
      unit: 'days',
      valueColors: [{ value: { double: 30 }, color: 'GREEN' }],
    });
    const { stdout } = await computer.run(['properties', 'get', '--urn', 'd.file']);
    expect(stdout).toContain('value_colors:\n    - value: "30"\n      color: green\n');
    writeFileSync(file, stdout);
    const planned = await computer.run(['properties', 'plan', '-f', file, '--format', 'json']);
    expect(JSON.parse(planned.stdout).definitions).toMatchObject([{ change: 'none' }]);
  });

  it.each([
    ['display: {group: " "}', 4, 'group'],
    ['display:\n  value_colors: [{value: 30, color: pink}]', 5, "'color' must be one of red, orange"],
    ['display:\n  order: 1.5', 5, "'order' must be a whole number, but it is '1.5'"],
    ['display:\n  order: 99999999999', 5, 'order'],
    [
      'display:\n  value_colors:\n    - value: 30\n      color: red\n    - value: 30\n      color: blue',
      8,
      'is listed twice',
    ],
    ['display:\n  color: red', 5, "there is no key 'color'"],
    ['display:\n  value_colors:\n    - {value: x, color: red}', 6, "the colored value 'x' is not a number"],
  ])('is refused with the line: %s', async (text, line, words) => {
    const yaml = `id: d.lines\ntype: number\nentity_types: [dataset]\n${text}\n`;
    const { json, status } = await server.request('POST', `${PLANS}/import`, { yaml });
    expect(status).toBe(400);
    expect(json.problems).toMatchObject([{ line }]);
    expect(json.message).toContain(words);
  });
});
