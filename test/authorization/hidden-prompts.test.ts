import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, propertyUrn } from '../support/catalog-client.ts';
import type { TestServer } from '../support/start-server.ts';
import { writeAspect } from '../support/test-actors.ts';
import {
  MIXED,
  ONLY,
  SALARY,
  asking,
  askingGraphql,
  expectAlike,
  startTwins,
  type Ask,
  type Twin,
  type Twins,
} from './hidden-twins.ts';

const FORM = 'urn:li:form:f';
const STAMP = { time: 1, actor: 'urn:li:corpuser:datahub' };

let twins: Twins;
beforeAll(async () => {
  twins = await startTwins();
  await askInForm(twins.withSalaries, [question('q1'), question('pay', SALARY), question('q2')]);
  await askInForm(twins.without, [question('q1'), question('q2')]);
});
afterAll(() => twins[Symbol.asyncDispose]());

function question(id: string, urn = propertyUrn('team')): Readonly<Record<string, unknown>> {
  const of = { type: 'STRUCTURED_PROPERTY', structuredPropertyParams: { urn }, required: false };
  return { id, title: `What is it: ${id}?`, ...of };
}

/** Two datasets have the form; one has answered every prompt except `q1`. */
async function askInForm(
  { admin }: Twin,
  prompts: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  await writeAspect(admin, FORM, 'formInfo', { name: 'f', type: 'COMPLETION', prompts });
  const answers = prompts.map(({ id }) => ({ id, lastModified: STAMP }));
  const [open, ...others] = answers;
  const association = (incompletePrompts: unknown, completedPrompts: unknown): object => ({
    incompleteForms: [{ urn: FORM, incompletePrompts, completedPrompts }],
    completedForms: [],
  });
  await writeAspect(admin, MIXED, 'forms', association([open], others));
  await writeAspect(admin, ONLY, 'forms', association(answers, []));
}

const path = (urn: string, aspect: string, more = ''): string => `${aspectPath(urn, aspect, 'v3')}${more}`;
const facet = (field: string, types: readonly string[]): Ask =>
  askingGraphql(
    'query q($input: AggregateAcrossEntitiesInput!) { aggregateAcrossEntities(input: $input) { facets { field aggregations { value count } } } }',
    { input: { query: '*', types, facets: [field] } },
  );
const filter = (field: string, value: string, types: readonly string[]): Ask =>
  askingGraphql(
    'query q($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { total searchResults { entity { urn } } } }',
    { input: { query: '*', types, orFilters: [{ and: [{ field, values: [value] }] }] } },
  );

describe('prompts for a property that an actor may not read are not revealed by', () => {
  it.each<[string, Ask]>([
    ['the form', asking(['GET', path(FORM, 'formInfo')], ['GET', `/entitiesV2/${encodeURIComponent(FORM)}`])],
    [
      'the form in GraphQL',
      askingGraphql(
        'query q($urn: String!) { form(urn: $urn) { info { prompts { id title structuredPropertyParams { structuredProperty { urn } } } } } }',
        { urn: FORM },
      ),
    ],
    ['the forms of entities', asking(...[MIXED, ONLY].map((urn) => ['GET', path(urn, 'forms')] as const))],
    [
      'the forms of entities in GraphQL',
      askingGraphql(
        'query q($urn: String!) { dataset(urn: $urn) { forms { incompleteForms { incompletePrompts { id } completedPrompts { id } } } } }',
        { urn: MIXED },
      ),
    ],
    ['a facet of forms', facet('structuredPropertyPromptUrns', ['FORM'])],
    ['a facet of entities', facet('incompleteFormsCompletedPromptIds', ['DATASET'])],
    ['a filter of forms', filter('promptId', 'pay', ['FORM'])],
    ['a filter of entities', filter('incompleteFormsIncompletePromptIds', 'pay', ['DATASET'])],
  ])('%s', (_channel, asked) => expectAlike(twins, asked));
});

describe('an actor who does not see a prompt', () => {
  const read = async (as: TestServer, urn: string, aspect: string): Promise<Json> =>
    (await as.request('GET', path(urn, aspect))).json.value;
  const ids = (prompts: readonly { readonly id: string }[]): string[] => prompts.map(({ id }) => id);

  it('writes the form back without losing it', async () => {
    const { admin, blind } = twins.withSalaries;
    const seen = await read(blind, FORM, 'formInfo');
    expect(ids(seen.prompts)).toEqual(['q1', 'q2']);
    await writeAspect(blind, FORM, 'formInfo', { ...seen, name: 'renamed' });
    expect(ids((await read(admin, FORM, 'formInfo')).prompts)).toEqual(['q1', 'pay', 'q2']);
    await writeAspect(blind, FORM, 'formInfo', { ...seen, prompts: [question('q3')] });
    expect(ids((await read(admin, FORM, 'formInfo')).prompts)).toEqual(['pay', 'q3']);
    expect(ids((await read(blind, FORM, 'formInfo')).prompts)).toEqual(['q3']);
  });

  it('writes answers without losing its answers, and leaves it open where the form is assigned again', async () => {
    const { admin, blind } = twins.withSalaries;
    await writeAspect(blind, MIXED, 'forms', await read(blind, MIXED, 'forms'));
    const [kept] = (await read(admin, MIXED, 'forms')).incompleteForms;
    expect(ids(kept.completedPrompts).sort()).toEqual(['pay', 'q2']);
    await writeAspect(blind, MIXED, 'forms', { incompleteForms: [], completedForms: [] });
    expect((await read(admin, MIXED, 'forms')).incompleteForms).toEqual([]);
    const asked = 'mutation m($input: BatchAssignFormInput!) { batchAssignForm(input: $input) }';
    const { errors } = await blind.graphql(asked, { input: { formUrn: FORM, entityUrns: [MIXED] } });
    expect(errors).toBeUndefined();
    const [incomplete] = (await read(admin, MIXED, 'forms')).incompleteForms;
    expect(ids(incomplete.incompletePrompts).sort()).toEqual(['pay', 'q3']);
  });
});

// The shape of an answer is what the tests assert.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;
