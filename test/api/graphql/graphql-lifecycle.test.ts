import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { callsOf } from '../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, hideEverything, userUrn, writeAspect, writePolicy } from '../../support/test-actors.ts';

const stage = (id: string): string => `urn:li:lifecycleStageType:${id}`;
const NONE = stage('__NONE__');
const HELD = datasetUrn('lifecycle.held');
const SHOWN = datasetUrn('lifecycle.shown');

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  for (const name of ['held', 'shown']) await clientOf(server).dataset(`lifecycle.${name}`);
  await define('held', { settings: { hideInSearch: true } });
  await define('listed');
  await define('gated', { entityTypes: ['dataset'], transitionPolicy: { allowedPreviousStages: [NONE] } });
  await define('sealed', { transitionPolicy: { allowedPreviousStages: [] } });
  await define('charts', { entityTypes: ['chart'], settings: { hideInSearch: true } });
});
afterAll(() => server.stop());

function define(id: string, members: object = {}): Promise<void> {
  const stamp = { time: 0, actor: userUrn('datahub') };
  const info = { name: `Stage ${id}`, settings: {}, created: stamp, lastModified: stamp, ...members };
  return writeAspect(server, stage(id), 'lifecycleStageTypeInfo', info);
}

async function move(urn: string, to: string | null, as = server): Promise<string | undefined> {
  const args = { urn: ['String!', urn], lifecycleStageUrn: ['String', to] } as const;
  const { data, errors } = await callsOf(as).call('mutation', 'setLifecycleStage', args);
  if (errors === undefined) expect(data.setLifecycleStage).toBe(true);
  return errors && `${errors[0].extensions.code}: ${errors[0].message}`;
}

/** The stage of a dataset, by GraphQL. */
async function stageOf(urn: string, as = server): Promise<unknown> {
  const query = 'query s($urn: String!) { dataset(urn: $urn) { status { lifecycleStage { urn name } } } }';
  return (await as.graphql(query, { urn })).data.dataset.status?.lifecycleStage ?? null;
}

describe('lifecycle stages', () => {
  const list = async (as = server): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    (
      await callsOf(as).call(
        'query',
        'listLifecycleStages',
        {},
        `{ urn name description entityTypes hideInSearch
      allowedPreviousStages }`,
      )
    ).data.listLifecycleStages;

  it('are listed with their settings, including built-in ones', async () => {
    const stages = await list();
    const of = (id: string) => stages.find(({ urn }) => urn === stage(id));
    expect(of('held')).toEqual({
      urn: stage('held'),
      name: 'Stage held',
      description: null,
      entityTypes: null,
      hideInSearch: true,
      allowedPreviousStages: null,
    });
    expect(of('sealed')).toMatchObject({ hideInSearch: false, allowedPreviousStages: [] });
    expect(of('IN_REVIEW')).toMatchObject({
      hideInSearch: true,
      entityTypes: ['document', 'glossaryTerm'],
      allowedPreviousStages: [stage('DRAFT'), stage('REJECTED')],
    });
    expect(stages.map(({ urn }) => urn)).toEqual(stages.map(({ urn }) => urn).sort());
  });

  it('are not listed while soft-deleted, and cannot be entered', async () => {
    await define('gone');
    await writeAspect(server, stage('gone'), 'status', { removed: true });
    expect((await list()).map((one) => one['urn'])).not.toContain(stage('gone'));
    expect(await move(SHOWN, stage('gone'))).toContain(`${stage('gone')} does not exist`);
  });

  it('are listed for users who may see them, and defined by users who manage global settings', async () => {
    const own = await startServer();
    try {
      const nobody = await addActor(own, 'lifecycle-nobody');
      await hideEverything(own);
      await writePolicy(own, 'lifecycle-one', {
        privileges: ['VIEW_ENTITY_PAGE'],
        actors: { users: [userUrn('lifecycle-nobody')] },
        resources: {
          filter: { criteria: [{ field: 'URN', values: [stage('DRAFT')], condition: 'EQUALS' }] },
        },
      });
      expect((await list(nobody)).map(({ urn }) => urn)).toEqual([stage('DRAFT')]);
    } finally {
      await own.stop();
    }
    const editor = await addActor(server, 'lifecycle-editor', { roles: ['Editor'] });
    await expect(writeAspect(editor, stage('DRAFT'), 'status', { removed: true })).rejects.toThrow('403');
  });
});

describe('moving an entity to a stage', () => {
  it('is stored with its actor, and undone', async () => {
    expect(await move(SHOWN, stage('listed'))).toBeUndefined();
    expect(await stageOf(SHOWN)).toEqual({ urn: stage('listed'), name: 'Stage listed' });
    expect(await callsOf(server).stored(SHOWN, 'status')).toMatchObject({
      lifecycleStage: stage('listed'),
      lifecycleLastUpdated: { actor: userUrn('datahub') },
    });
    for (const none of [null, ' ', null]) {
      expect(await move(SHOWN, none)).toBeUndefined();
      expect(await stageOf(SHOWN)).toBeNull();
    }
  });

  it('keeps the soft-delete status', async () => {
    const urn = datasetUrn('lifecycle.removed');
    await clientOf(server).dataset('lifecycle.removed');
    await writeAspect(server, urn, 'status', { removed: true });
    expect(await move(urn, stage('listed'))).toBeUndefined();
    expect(await callsOf(server).stored(urn, 'status')).toMatchObject({ removed: true });
  });

  it('is refused if the stage does not allow it, and changes nothing', async () => {
    const missing = datasetUrn('lifecycle.never');
    const sentences: readonly (readonly [urn: string, to: string, part: string])[] = [
      [SHOWN, stage('never'), `404: Lifecycle stage ${stage('never')} does not exist.`],
      [SHOWN, stage('never'), `${stage('never')} does not exist. Use a stage of listLifecycleStages.`],
      [SHOWN, NONE, 'does not exist'],
      [SHOWN, datasetUrn('x'), '400: '],
      [SHOWN, 'sealed', '400: '],
      [SHOWN, stage('charts'), 'is not for entities of type dataset, but for: chart.'],
      [SHOWN, stage('sealed'), `400: `],
      [SHOWN, stage('sealed'), `cannot change from ${NONE} to ${stage('sealed')}`],
      [missing, stage('listed'), '404: '],
      ['urn:li:dataHubAccessToken:x', stage('listed'), 'have no status.'],
    ];
    for (const [urn, to, part] of sentences) expect(await move(urn, to)).toContain(part);
    expect(await stageOf(SHOWN)).toBeNull();
  });

  it('follows the order of the stages, by every protocol', async () => {
    const urn = datasetUrn('lifecycle.ordered');
    await clientOf(server).dataset('lifecycle.ordered');
    expect(await move(urn, stage('listed'))).toBeUndefined();
    const refusal = `cannot change from ${stage('listed')} to ${stage('gated')}. Stages before it: ${NONE}.`;
    expect(await move(urn, stage('gated'))).toContain(refusal);
    const status = { removed: false, lifecycleStage: stage('gated') };
    const { status: code, text } = await clientOf(server).post(urn, 'status', status);
    expect([code, text]).toEqual([400, expect.stringContaining(refusal)]);
    const proposal = {
      entityType: 'dataset',
      entityUrn: urn,
      changeType: 'UPSERT',
      aspectName: 'status',
      aspect: { value: JSON.stringify(status), contentType: 'application/json' },
    };
    const restli = await server.request('POST', '/aspects?action=ingestProposal', { proposal });
    expect([restli.status, restli.text]).toEqual([422, expect.stringContaining(refusal)]);
    expect(await stageOf(urn)).toMatchObject({ urn: stage('listed') });
    expect(await move(urn, null)).toBeUndefined();
    expect(await move(urn, stage('gated'))).toBeUndefined();
    expect(await move(urn, stage('gated'))).toBeUndefined();
  });

  it('needs the right to write the status, and read access to the entity', async () => {
    const reader = await addActor(server, 'lifecycle-reader', { roles: ['Reader'] });
    expect(await move(SHOWN, stage('listed'), reader)).toMatch(/^403: /);
    await writePolicy(server, 'lifecycle-status', {
      privileges: ['EDIT_ENTITY_STATUS'],
      actors: { users: [userUrn('lifecycle-reader')] },
      resources: { filter: { criteria: [{ field: 'URN', values: [SHOWN], condition: 'EQUALS' }] } },
    });
    expect(await move(SHOWN, stage('listed'), reader)).toBeUndefined();
    expect(await move(HELD, stage('listed'), reader)).toMatch(/^403: /);
    expect(await stageOf(HELD)).toBeNull();
    expect(await move(SHOWN, null, reader)).toBeUndefined();
  });
});
