import fc from 'fast-check';
import { expect } from 'vitest';
import { aspectPath, clientOf, definition } from '../support/catalog-client.ts';
import { jsonAt, jsonItems } from '../support/json-at.ts';
import type { Answer } from '../support/start-server.ts';
import { found, type Expected } from './catalog-model.ts';
import { history } from './look.ts';
import { LEVELS, VALUE_RULES } from './model-rules.ts';
import { ENTITIES, NAMES, type Entity, type Name, type Values } from './model-values.ts';
import { unionOf, type World } from './world.ts';

/** A step of a sequence. It runs on model and catalog and expects that both accept or both refuse it. */
export interface Step {
  readonly what: string;
  readonly run: (world: World) => Promise<void> | void;
}

const ARRAY_KEYS = { properties: ['propertyUrn'] };

const name = fc.constantFrom(...NAMES);
const entity = fc.constantFrom(...ENTITIES);
const values = fc.oneof(
  fc.array(fc.constantFrom('x', 'y', ''), { maxLength: 2 }),
  fc.array(fc.constantFrom(1, 2.5, 1e308), { minLength: 1, maxLength: 2 }),
  // Numbers for a number property, strings for others.
  fc.array(fc.constantFrom('1', '2.50', '1e308', 1), { minLength: 1, maxLength: 2 }),
  fc.array(fc.constantFrom('urn:li:corpuser:x', 'urn:li:tag:x'), { minLength: 1, maxLength: 2 }),
);

const TIMES = ['2026-03-01T14:30:00Z', '2026-02-28T23:59:59Z', '2026-03-01T14:30:00'];

/** Values that interact with rules: for a string property, which most are, and for others. */
const ruledValues = fc.oneof(
  { arbitrary: fc.array(fc.constantFrom('x', 'y', 'xx'), { minLength: 1, maxLength: 2 }), weight: 4 },
  {
    arbitrary: fc.array(fc.constantFrom('true', 'True', ...TIMES), { minLength: 1, maxLength: 2 }),
    weight: 2,
  },
  { arbitrary: values, weight: 2 },
);

const createOf = (of: Name): Step =>
  step(`create ${of}`, async (world) => {
    const path = `${definitionOf(world, of)}?createIfNotExists=true`;
    const value = definition(world.id(of), { cardinality: 'MULTIPLE' });
    agree(world.model.create(of), await world.server.request('POST', path, { value }));
  });

const create = name.map(createOf);

const createUnder = fc.tuple(name, name).map(([of, alias]) =>
  step(`create ${of} with the qualified name ${alias}`, async (world) => {
    const path = `${definitionOf(world, of)}?createIfNotExists=true`;
    const value = definition(world.id(alias), { cardinality: 'MULTIPLE' });
    agree(world.model.create(of, alias), await world.server.request('POST', path, { value }));
  }),
);

const breaking = name.map((of) =>
  step(`break ${of}`, async (world) => {
    const type = world.model.nextType(of);
    const value = definition(world.id(of), { type, cardinality: 'MULTIPLE', version: world.version() });
    const patch = [
      ...['valueType', 'version', 'cardinality'].map((field) => added(`/${field}`, value[field])),
      ...['allowedValues', 'typeQualifier'].map((field) => ({ op: 'remove', path: `/${field}` })),
    ];
    agree(world.model.break(of), await world.server.request('PATCH', definitionOf(world, of), { patch }));
  }),
);

const CHART = 'urn:li:entityType:datahub.chart';

const widening = fc.tuple(name, fc.boolean(), fc.boolean()).map(([of, isWide, hasVersion]) =>
  step(`${isWide ? 'widen' : 'narrow'} ${of} ${hasVersion ? 'with' : 'without'} a version`, async (world) => {
    const path = `/entityTypes/${CHART}`;
    const operation = isWide ? added(path, CHART) : { op: 'remove', path };
    await narrow(world, of, operation, hasVersion, ({ model }) => model.setWide(of, isWide, hasVersion));
  }),
);

/** Allowed values in mixed spellings: a number property converts numeric strings. */
const allowing = fc
  .tuple(name, fc.oneof(values, fc.constant(['1', 2.5, 'x']), fc.constant(['1', 2.5])), fc.boolean())
  .map(([of, list, hasVersion]) =>
    step(`allow ${JSON.stringify(list)} in ${of} ${hasVersion ? 'with' : 'without'} a version`, (world) => {
      const allowedValues = list.map((value) => ({ value: unionOf(value) }));
      return narrow(world, of, added('/allowedValues', allowedValues), hasVersion, ({ model }) =>
        model.allow(of, list, hasVersion),
      );
    }),
  );

const allowingTypes = fc
  .tuple(name, fc.subarray(['corpuser', 'tag']), fc.boolean())
  .map(([of, types, hasVersion]) =>
    step(`allow [${types.join()}] in ${of} ${hasVersion ? 'with' : 'without'} a version`, (world) => {
      const allowedTypes = types.map((type) => `urn:li:entityType:datahub.${type}`);
      return narrow(world, of, added('/typeQualifier', { allowedTypes }), hasVersion, ({ model }) =>
        model.allowTypes(of, types, hasVersion),
      );
    }),
  );

/** Compatible changes, which keep all values. */
export const describingOf = (of: Name, field: string): Step =>
  step(`change the ${field} of ${of}`, async (world) => {
    const patch = [added(`/${field}`, world.version())];
    agree(world.model.describe(of), await world.server.request('PATCH', definitionOf(world, of), { patch }));
  });

const describing = fc
  .tuple(name, fc.constantFrom('description', 'version'))
  .map(([of, field]) => describingOf(of, field));

const setting = fc.tuple(name, fc.boolean()).map(([of, showInSearchFilters]) =>
  step(`change the settings of ${of}`, async (world) => {
    const path = aspectPath(world.property(of), 'structuredPropertySettings');
    agree(world.model.configure(of), await world.server.request('POST', path, { showInSearchFilters }));
  }),
);

const level = fc.constantFrom(...LEVELS);

/** Rules of values, of entities that may have one, and of entities that must. */
const ruling = fc
  .record({
    of: name,
    rule: fc.constantFrom(...Object.keys(VALUE_RULES)),
    onlyWith: fc.option(name, { nil: undefined, freq: 5 }),
    isRequired: fc.boolean(),
    levels: fc.record({ values: level, onlyWith: level, isRequired: level }),
  })
  .map(({ isRequired, levels, of, onlyWith, rule }) =>
    step(
      `let ${of} have ${rule} (${levels.values})${onlyWith === undefined ? '' : `, only with ${onlyWith} (${levels.onlyWith})`}${
        isRequired ? `, required (${levels.isRequired})` : ''
      }`,
      async (world) => {
        const { model = {}, others, values } = VALUE_RULES[rule] ?? {};
        // Rules may come before the definition; then they are judged with it.
        if (!world.model.properties.has(of)) return;
        const criterion = (other: Name) => ({
          field: 'STRUCTURED_PROPERTY',
          condition: 'EQUALS',
          values: [],
          structuredPropertyValues: [{ propertyUrn: world.property(other), values: ['x'] }],
        });
        const rules = {
          values: { ...values, level: levels.values },
          ...others,
          ...(onlyWith !== undefined && {
            appliesIf: { criteria: [criterion(onlyWith)], level: levels.onlyWith },
          }),
          ...(isRequired && { required: { level: levels.isRequired } }),
        };
        const expected = world.model.setRules(of, {
          ...model,
          levels,
          ...(onlyWith !== undefined && { onlyWith }),
          ...(isRequired && { isRequired }),
        });
        const path = aspectPath(world.property(of), 'structuredPropertyRules');
        agree(expected, await world.server.request('POST', path, rules));
      },
    ),
  );

const setRemoved = fc.tuple(name, fc.boolean()).map(([of, removed]) =>
  step(`${removed ? 'soft-delete' : 'restore'} ${of}`, async (world) => {
    const path = aspectPath(world.property(of), 'status');
    agree(world.model.setRemoved(of, removed), await world.server.request('POST', path, { removed }));
  }),
);

const hardDelete = name.map((of) =>
  step(`hard-delete ${of}`, async (world) => {
    const path = `/openapi/v3/entity/structuredProperty/${encodeURIComponent(world.property(of))}`;
    agree(world.model.hardDelete(of), await world.server.request('DELETE', path));
  }),
);

const deleteDefinition = name.map((of) =>
  step(`delete the definition of ${of}`, async (world) => {
    agree(world.model.deleteDefinition(of), await world.server.request('DELETE', definitionOf(world, of)));
  }),
);

const deleteStatus = name.map((of) =>
  step(`delete the status of ${of}`, async (world) => {
    const path = aspectPath(world.property(of), 'status', 'v3');
    agree(world.model.deleteStatus(of), await world.server.request('DELETE', path));
  }),
);

const deleteKey = name.map((of) =>
  step(`delete the key of ${of}`, async (world) => {
    const path = aspectPath(world.property(of), 'structuredPropertyKey', 'v3');
    agree(world.model.hardDelete(of), await world.server.request('DELETE', path));
  }),
);

/** Creates a property, also one that no longer has a definition. */
export const createByGraphqlOf = (of: Name): Step =>
  step(`create ${of} by GraphQL`, async (world) => {
    const query = `mutation m($input: CreateStructuredPropertyInput!) {
      createStructuredProperty(input: $input) { urn } }`;
    const input = {
      id: world.id(of),
      qualifiedName: world.id(of),
      cardinality: 'MULTIPLE',
      valueType: 'urn:li:dataType:datahub.string',
      entityTypes: ['urn:li:entityType:datahub.dataset'],
    };
    const { data, errors } = await world.server.graphql(query, { input });
    const expected = world.model.create(of);
    expect([data === null ? 'refused' : 'done', errors]).toEqual([expected, errors]);
  });

const createByGraphql = name.map(createByGraphqlOf);

const plannedDeletion = fc.tuple(name, fc.boolean()).map(([of, hard]) =>
  step(`plan to ${hard ? 'hard' : 'soft'}-delete ${of}, and do it`, async (world) => {
    const { model } = world;
    const input = { deletions: [{ urn: world.property(of), hard }] };
    const isDone = !hard && model.isRemoved(of);
    const figures = isDone ? figuresOf('none', []) : figuresOf('delete', model.held(of));
    const planToken = await plan(world, input, model.exists(of) ? figures : undefined);
    if (planToken === undefined) return;
    agree(hard ? model.hardDelete(of) : model.setRemoved(of, true), await apply(world, input, planToken));
  }),
);

const plannedDefinition = name.map((of) =>
  step(`plan to create or break ${of}, and do it`, async (world) => {
    const { model } = world;
    const property = model.properties.get(of);
    const type = model.nextType(of);
    const options = { type, cardinality: 'MULTIPLE', version: world.version() } as const;
    const value = definition(world.id(model.qualifiedName(of)), options);
    const input = { definitions: [{ urn: world.property(of), propertyDefinition: value }] };
    const figures = property === undefined ? figuresOf('create', []) : figuresOf('breaking', model.held(of));
    const isRefused = property === undefined ? model.isClaimed(of) : property.removed || !model.mayBreak(of);
    const planToken = await plan(world, input, isRefused ? undefined : figures);
    if (planToken === undefined) return;
    const expected = property === undefined ? model.create(of) : model.break(of, false);
    agree(expected, await apply(world, input, planToken));
  }),
);

/** Whether a request is refused instead of answered with warnings. */
const isStrict = fc.boolean();

const addOf = (lists: fc.Arbitrary<Values>) =>
  fc.tuple(entity, name, lists, isStrict).map(([to, of, list, strict]) =>
    step(`add ${of}=${JSON.stringify(list)} to ${to}${strict ? ' strictly' : ''}`, async (world) => {
      const propertyUrn = world.property(of);
      const patch = [added(`/properties/${propertyUrn}`, { propertyUrn, values: list.map(unionOf) })];
      const body = { arrayPrimaryKeys: ARRAY_KEYS, patch };
      const headers = { 'x-colophon-strict': String(strict) };
      const answer = await world.server.request('PATCH', assignmentsOf(world, to), body, headers);
      agree(world.model.add(to, of, list, strict), answer);
    }),
  );

const add = addOf(values);

const byName = (lists: fc.Arbitrary<Values>) =>
  fc.uniqueArray(fc.tuple(name, lists), { selector: ([of]) => of, maxLength: 3 });

const replaceOf = (lists: fc.Arbitrary<Values>) =>
  fc
    .tuple(entity, byName(lists))
    .map(([on, all]) =>
      step(`replace ${on} by ${JSON.stringify(all)}`, (world) => write(world, on, new Map(all))),
    );

const replace = replaceOf(values);

const replaceByRunOf = (lists: fc.Arbitrary<Values>) =>
  fc.tuple(entity, byName(lists)).map(([on, all]) =>
    step(`let a run replace ${on} by ${JSON.stringify(all)}`, async (world) => {
      const runId = world.newRun();
      const properties = all.map(([of, list]) => ({
        propertyUrn: world.property(of),
        values: list.map(unionOf),
      }));
      const path = `${aspectPath(world.dataset(on), 'structuredProperties', 'v3')}?createIfNotExists=false`;
      const body = { value: { properties }, systemMetadata: { runId, lastObserved: 1 } };
      const answer = await world.server.request('POST', path, body);
      agree(world.model.replaceByRun(on, new Map(all), runId), answer);
    }),
  );

const replaceByRun = replaceByRunOf(values);

const rollBackRun = fc.tuple(entity, isStrict).map(([of, strict]) =>
  step(`roll back the last run on ${of}${strict ? ' strictly' : ''}`, async (world) => {
    const runId = world.model.lastRun(of);
    if (runId === undefined) return;
    const headers = { 'x-colophon-strict': String(strict) };
    const answer = await world.server.request('POST', '/runs?action=rollback', { runId }, headers);
    agree(world.model.rollBackRun(of, strict), answer);
  }),
);

const remove = fc.tuple(entity, name).map(([from, of]) =>
  step(`remove ${of} from ${from}`, async (world) => {
    const patch = [{ op: 'remove', path: `/properties/${world.property(of)}` }];
    const body = { arrayPrimaryKeys: ARRAY_KEYS, patch };
    agree(
      world.model.remove(from, of),
      await world.server.request('PATCH', assignmentsOf(world, from), body),
    );
  }),
);

const removeByGraphql = fc.tuple(entity, fc.uniqueArray(name, { minLength: 1 })).map(([from, all]) =>
  step(`remove ${all.join(' and ')} from ${from} by GraphQL`, async (world) => {
    const query = `mutation m($input: RemoveStructuredPropertiesInput!) {
      removeStructuredProperties(input: $input) { properties { structuredProperty { urn } } } }`;
    const structuredPropertyUrns = all.map((of) => world.property(of));
    const input = { assetUrn: world.dataset(from), structuredPropertyUrns };
    const { errors, extensions } = await world.server.graphql(query, { input });
    if (!all.every((of) => world.model.properties.has(of))) {
      expect(errors?.[0].message).toContain('is not defined');
      return;
    }
    const expected = world.model.remove(from, ...all);
    if (expected === 'refused') expect(errors?.[0].message).toMatch(/is required on|does not apply to/);
    else
      expect([errors, jsonItems(extensions, 'warnings').length === 0 ? 'done' : 'warned']).toEqual([
        undefined,
        expected,
      ]);
  }),
);

/** The dataset is used by no other step: it must never be created. */
const removeFromNothing = name.map((of) =>
  step(`remove ${of} from a dataset that does not exist`, async (world) => {
    const patch = [{ op: 'remove', path: `/properties/${world.property(of)}` }];
    const answer = await world.server.request('PATCH', assignmentsOf(world, 'nothing'), { patch });
    expect(answer.status, answer.text).toBe(404);
    const key = aspectPath(world.dataset('nothing'), 'datasetKey');
    expect((await world.server.request('GET', key)).status).toBe(404);
  }),
);

/** Paths that look like that of the property but match nothing. */
const removeAtWrongPath = fc
  .tuple(entity, name, fc.constantFrom('/property/', '/properties/x', '/properties/urn%3Ali%3A'))
  .map(([from, of, prefix]) =>
    step(`remove ${of} from ${from} at ${prefix}`, async (world) => {
      const patch = [{ op: 'remove', path: `${prefix}${world.property(of)}` }];
      agree('refused', await world.server.request('PATCH', assignmentsOf(world, from), { patch }));
    }),
  );

/** Deleting what is not stored changes nothing, so that no rule judges it. */
const clear = entity.map((of) =>
  step(`delete all values of ${of}`, async (world) => {
    const path = assignmentsOf(world, of);
    const { status } = await world.server.request('GET', path);
    const answer = await world.server.request('DELETE', path);
    agree(status === 404 ? 'done' : world.model.replace(of, new Map()), answer);
  }),
);

/** Writes the values of an older version again. */
const goBack = fc.tuple(entity, fc.nat(9)).map(([of, back]) =>
  step(`go back to version ${back} of ${of}`, async (world) => {
    const versions = await history(world, of);
    const version = versions[back % Math.max(1, versions.length)];
    if (version !== undefined) await write(world, of, version);
  }),
);

const job = fc.constantFrom(
  step('pause the jobs', ({ catalog }) => catalog.pauseJobs()),
  step('resume the jobs', ({ catalog }) => catalog.resumeJobs()),
  step('start a system update', ({ catalog }) => catalog.startUpdate()),
);

const restart = fc.constantFrom(
  step('restart', ({ catalog }) => catalog.restart()),
  step('kill and start', ({ catalog }) => catalog.kill()),
  step('let the log be trimmed', ({ catalog }) => catalog.trimLog()),
);

/** Any step; steps that others depend on are frequent, slow ones rare. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: create, weight: 10 },
  { arbitrary: createUnder, weight: 4 },
  { arbitrary: add, weight: 24 },
  { arbitrary: replace, weight: 12 },
  { arbitrary: replaceByRun, weight: 5 },
  { arbitrary: rollBackRun, weight: 3 },
  { arbitrary: remove, weight: 4 },
  { arbitrary: removeByGraphql, weight: 3 },
  { arbitrary: removeFromNothing, weight: 2 },
  { arbitrary: removeAtWrongPath, weight: 2 },
  { arbitrary: clear, weight: 2 },
  { arbitrary: goBack, weight: 4 },
  { arbitrary: setRemoved, weight: 9 },
  { arbitrary: breaking, weight: 6 },
  { arbitrary: widening, weight: 5 },
  { arbitrary: allowing, weight: 4 },
  { arbitrary: allowingTypes, weight: 4 },
  { arbitrary: describing, weight: 3 },
  { arbitrary: setting, weight: 1 },
  { arbitrary: ruling, weight: 9 },
  { arbitrary: hardDelete, weight: 3 },
  { arbitrary: deleteDefinition, weight: 2 },
  { arbitrary: deleteStatus, weight: 2 },
  { arbitrary: deleteKey, weight: 1 },
  { arbitrary: createByGraphql, weight: 3 },
  { arbitrary: plannedDeletion, weight: 4 },
  { arbitrary: plannedDefinition, weight: 4 },
  { arbitrary: job, weight: 6 },
  { arbitrary: restart, weight: 2 },
);

/** Steps after which rules judge differently, without jobs and restarts. */
export const ruledStep: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: ruling, weight: 14 },
  { arbitrary: addOf(ruledValues), weight: 20 },
  { arbitrary: replaceOf(ruledValues), weight: 14 },
  { arbitrary: replaceByRunOf(ruledValues), weight: 8 },
  { arbitrary: rollBackRun, weight: 6 },
  { arbitrary: remove, weight: 4 },
  { arbitrary: removeByGraphql, weight: 2 },
  { arbitrary: clear, weight: 2 },
  { arbitrary: goBack, weight: 4 },
  { arbitrary: setRemoved, weight: 2 },
  { arbitrary: breaking, weight: 1 },
  { arbitrary: allowing, weight: 3 },
  { arbitrary: plannedDefinition, weight: 1 },
);

/** Defines all properties. */
export const CREATIONS: readonly Step[] = NAMES.map(createOf);

/** A step, shown by its name in counterexamples. */
export function step(what: string, run: Step['run']): Step {
  return Object.assign({ what, run }, { [fc.toStringMethod]: () => what });
}

export function agree(expected: Expected, { headers, status, text }: Answer): void {
  const made = headers.has('x-colophon-warnings') ? 'warned' : 'done';
  expect([status < 300 ? made : 'refused', text]).toEqual([expected, text]);
  expect(status, text).toBeLessThan(500);
}

const PLANS = '/api/colophon/v1/plans';

interface Figures {
  readonly change: string;
  readonly entities: number;
  readonly values: number;
}

/** Expected figures of a plan that affects entities with these values. */
function figuresOf(change: string, held: readonly Values[]): Figures {
  return { change, entities: held.length, values: held.reduce((sum, of) => sum + found(of).size, 0) };
}

/** Requests a plan and returns its token. Expects these figures, or a refusal if they are undefined. */
async function plan(world: World, input: object, figures: Figures | undefined): Promise<unknown> {
  const { status, json, text } = await world.server.request('POST', PLANS, input);
  if (figures === undefined) expect([400, 404], text).toContain(status);
  else expect(jsonAt(json, 'definitions', 0), text).toMatchObject(figures);
  return jsonAt(json, 'planToken');
}

function apply(world: World, input: object, planToken: unknown): Promise<Answer> {
  return world.server.request('POST', `${PLANS}/apply`, { ...input, planToken });
}

async function write(world: World, on: Entity, all: ReadonlyMap<Name, Values>): Promise<void> {
  const body = Object.fromEntries([...all].map(([of, list]) => [world.id(of), list.map(unionOf)]));
  const answer = await clientOf(world.server).assign(world.dataset(on), body);
  agree(world.model.replace(on, all), answer);
}

/** Patches a definition, with a version that allows breaking changes or without. */
async function narrow(
  world: World,
  of: Name,
  operation: object,
  hasVersion: boolean,
  expected: (world: World) => Expected,
): Promise<void> {
  const patch = [operation, ...(hasVersion ? [added('/version', world.version())] : [])];
  const answer = await world.server.request('PATCH', definitionOf(world, of), { patch });
  agree(expected(world), answer);
}

function added(path: string, value: unknown) {
  return { op: 'add', path, value };
}

function definitionOf(world: World, of: Name): string {
  return aspectPath(world.property(of), 'propertyDefinition', 'v3');
}

function assignmentsOf(world: World, of: Entity | 'nothing'): string {
  return aspectPath(world.dataset(of), 'structuredProperties');
}
