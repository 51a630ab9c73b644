import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath } from '../../support/catalog-client.ts';
import { callsOf } from '../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, withToken, writeAspect, writePolicy } from '../../support/test-actors.ts';

let server: TestServer;
let ada: TestServer;
let eve: TestServer;
let keeper: TestServer;
beforeAll(async () => {
  server = await startServer();
  ada = await addActor(server, 'ada');
  eve = await addActor(server, 'eve', { roles: ['Reader'] });
  keeper = await addActor(server, 'keeper');
  await writePolicy(server, 'keeps-pages', {
    type: 'PLATFORM',
    privileges: ['MANAGE_HOME_PAGE_TEMPLATES'],
    actors: { users: ['urn:li:corpuser:keeper'] },
  });
});
afterAll(() => server.stop());

const TEMPLATE =
  '{ urn type properties { rows { modules { urn properties { name } } } assetSummary { summaryElements { elementType structuredProperty { urn } } } surface { surfaceType } visibility { scope } created { time actor { urn } } lastModified { time } } }';
const MODULE =
  '{ urn exists properties { name type visibility { scope } params { linkParams { linkUrl description } richTextParams { content } assetCollectionParams { assetUrns dynamicFilterJson } hierarchyViewParams { assetUrns showRelatedEntities } } created { actor { urn } } } }';
const text = (content: string) => ({ richTextParams: { content } });
const note = { name: 'Note', type: 'RICH_TEXT', scope: 'PERSONAL', params: text('hello') };
const page = { scope: 'PERSONAL', surfaceType: 'HOME_PAGE', rows: [] };

const upsertModule = (as: TestServer, input: object) =>
  callsOf(as).mutate('upsertPageModule', 'UpsertPageModuleInput', input, MODULE);
const upsertTemplate = (as: TestServer, input: object) =>
  callsOf(as).mutate('upsertPageTemplate', 'UpsertPageTemplateInput', input, TEMPLATE);
const refused = (as: TestServer, what: 'Module' | 'Template', input: object) =>
  callsOf(as).refused(`upsertPage${what}`, `UpsertPage${what}Input`, input, '{ urn }');
const remove = (as: TestServer, what: 'Module' | 'Template', urn: string) =>
  callsOf(as).call('mutation', `deletePage${what}`, { input: [`DeletePage${what}Input!`, { urn }] });

describe('home pages', () => {
  it('have a built-in template and modules', async () => {
    const { data, errors } = await server.graphql(
      `{ globalHomePageSettings { defaultTemplate ${TEMPLATE} } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.globalHomePageSettings.defaultTemplate).toMatchObject({
      urn: 'urn:li:dataHubPageTemplate:home_default_1',
      properties: {
        rows: [['your_assets'], ['top_domains', 'platforms']].map((names) => ({
          modules: names.map((name) => ({
            urn: `urn:li:dataHubPageModule:${name}`,
            properties: { name: expect.any(String) },
          })),
        })),
      },
    });
    const modules = ['data_products', 'related_terms', 'lineage'].map(
      (name) => `urn:li:dataHubPageModule:${name}`,
    );
    const made = await upsertTemplate(keeper, { ...page, scope: 'GLOBAL', rows: [{ modules }] });
    expect(made.properties.rows[0].modules.map((module: { urn: string }) => module.urn)).toEqual(modules);
    expect((await remove(keeper, 'Template', made.urn)).errors).toBeUndefined();
  });

  it('are created from modules, changed, selected and deleted by their users', async () => {
    const module = await upsertModule(ada, note);
    expect(module).toEqual({
      urn: expect.stringMatching(/^urn:li:dataHubPageModule:./),
      exists: true,
      properties: {
        name: 'Note',
        type: 'RICH_TEXT',
        visibility: { scope: 'PERSONAL' },
        params: {
          linkParams: null,
          richTextParams: { content: 'hello' },
          assetCollectionParams: null,
          hierarchyViewParams: null,
        },
        created: { actor: { urn: 'urn:li:corpuser:ada' } },
      },
    });
    const rows = [{ modules: [module.urn] }];
    const made = await upsertTemplate(ada, { ...page, rows });
    const { urn } = made;
    expect(made.properties).toMatchObject({
      rows: [{ modules: [{ urn: module.urn, properties: { name: 'Note' } }] }],
      assetSummary: null,
      surface: { surfaceType: 'HOME_PAGE' },
      visibility: { scope: 'PERSONAL' },
    });
    const changed = await upsertTemplate(ada, { ...page, urn, rows: [...rows, ...rows] });
    expect(changed.properties.rows).toHaveLength(2);
    expect(changed.properties.created).toEqual(made.properties.created);

    const choose = (input: object) =>
      callsOf(ada).mutate('updateUserHomePageSettings', 'UpdateUserHomePageSettingsInput', input);
    const chosen = async () =>
      (
        await ada.graphql(
          '{ me { corpUser { settings { homePage { pageTemplate { urn } dismissedAnnouncementUrns } } } } }',
        )
      ).data.me.corpUser.settings.homePage;
    expect(await choose({ pageTemplate: urn, newDismissedAnnouncements: ['urn:li:post:a'] })).toBe(true);
    await choose({ newDismissedAnnouncements: ['urn:li:post:a', 'urn:li:post:b'] });
    const dismissedAnnouncementUrns = ['urn:li:post:a', 'urn:li:post:b'];
    expect(await chosen()).toEqual({ pageTemplate: { urn }, dismissedAnnouncementUrns });
    await choose({ removePageTemplate: true });
    expect(await chosen()).toEqual({ pageTemplate: null, dismissedAnnouncementUrns });

    expect((await remove(ada, 'Module', module.urn)).data.deletePageModule).toBe(true);
    expect((await remove(ada, 'Template', urn)).data.deletePageTemplate).toBe(true);
    expect((await remove(ada, 'Template', urn)).errors[0].extensions.code).toBe(404);
  });

  it('for all users are created with the privilege, for any scope in a change', async () => {
    const urn = 'urn:li:dataHubPageTemplate:everybody';
    const everybody = { ...page, urn, scope: 'GLOBAL' };
    expect(await refused(eve, 'Template', everybody)).toMatchObject({ code: 403 });
    const summaryElements = [{ elementType: 'OWNERS' }];
    await upsertTemplate(keeper, { ...everybody, assetSummary: { summaryElements } });
    expect(await refused(eve, 'Template', { ...page, urn })).toMatchObject({ code: 403 });
    expect((await remove(eve, 'Template', urn)).errors[0].extensions.code).toBe(403);
    const link = { linkUrl: 'https://example.org', description: 'Docs' };
    const module = await upsertModule(keeper, {
      name: 'Link',
      type: 'LINK',
      scope: 'GLOBAL',
      params: { linkParams: link },
    });
    expect(module.properties.params.linkParams).toEqual(link);
    const taken = { ...note, urn: module.urn };
    expect(await refused(eve, 'Module', taken)).toMatchObject({ code: 403 });

    await writeAspect(server, 'urn:li:globalSettings:0', 'globalSettingsInfo', {
      homePage: { defaultTemplate: urn },
    });
    const { data } = await eve.graphql(`{ globalHomePageSettings { defaultTemplate ${TEMPLATE} } }`);
    expect(data.globalHomePageSettings.defaultTemplate).toMatchObject({
      urn,
      properties: {
        assetSummary: { summaryElements: [{ elementType: 'OWNERS', structuredProperty: null }] },
      },
    });
    const { json } = await server.request('GET', aspectPath(urn, 'dataHubPageTemplateProperties', 'v3'));
    expect(json.value.rows).toEqual([]);
    expect((await remove(keeper, 'Template', urn)).data.deletePageTemplate).toBe(true);
    const gone = await eve.graphql(
      '{ globalHomePageSettings { defaultTemplate { exists properties { rows { modules { urn } } } } } }',
    );
    expect(gone.data.globalHomePageSettings.defaultTemplate).toEqual({ exists: false, properties: null });
    expect(await refused(eve, 'Template', { ...page, urn })).toMatchObject({ code: 403 });
    expect((await upsertTemplate(keeper, { ...page, urn })).urn).toBe(urn);
  });

  it('get a chosen urn only with the privilege, because global pages may reference it', async () => {
    const urn = 'urn:li:dataHubPageModule:chosen';
    expect(await refused(ada, 'Module', { ...note, urn })).toMatchObject({ code: 403 });
    expect((await upsertModule(keeper, { ...note, urn })).urn).toBe(urn);
  });

  it('are written as aspects only with the privilege', async () => {
    const editor = await addActor(server, 'editor', { roles: ['Editor'] });
    const { urn } = await upsertModule(ada, note);
    const { json } = await server.request('GET', aspectPath(urn, 'dataHubPageModuleProperties', 'v3'));
    for (const [as, status] of [
      [editor, 403],
      [keeper, 200],
    ] as const)
      for (const one of [urn, `urn:li:dataHubPageModule:new-${status}`]) {
        const path = `${aspectPath(one, 'dataHubPageModuleProperties', 'v3')}?createIfNotExists=false`;
        expect((await as.request('POST', path, json)).status, one).toBe(status);
      }
  });

  it('of another user cannot be changed', async () => {
    const { urn } = await upsertModule(ada, note);
    for (const as of [eve, keeper]) {
      expect(await refused(as, 'Module', { ...note, urn, name: 'Taken' })).toMatchObject({ code: 403 });
      expect((await remove(as, 'Module', urn)).errors[0].extensions.code).toBe(403);
    }
    const narrowed = await withToken(server, 'urn:li:corpuser:ada', { entityTypes: ['dataHubPageModule'] });
    expect(await refused(narrowed, 'Module', { ...note, urn })).toMatchObject({ code: 403 });
    const { json } = await server.request('GET', aspectPath(urn, 'dataHubPageModuleProperties', 'v3'));
    expect(json.value.name).toBe('Note');
  });

  it.each([
    ['a missing module', 'Template', { ...page, rows: [{ modules: ['urn:li:dataHubPageModule:no'] }] }, 404],
    ['an entity that is not a module', 'Template', { ...page, rows: [{ modules: ['urn:li:tag:t'] }] }, 400],
    [
      'a line without a property',
      'Template',
      { ...page, assetSummary: { summaryElements: [{ elementType: 'STRUCTURED_PROPERTY' }] } },
      400,
    ],
    ['a link without an address', 'Module', { ...note, type: 'LINK' }, 400],
    [
      'a link that runs code',
      'Module',
      { ...note, type: 'LINK', params: { linkParams: { linkUrl: 'javascript:alert(1)' } } },
      400,
    ],
  ] as const)('refuse %s', async (_what, part, input, code) => {
    expect(await refused(ada, part, input)).toMatchObject({ code });
  });
});
