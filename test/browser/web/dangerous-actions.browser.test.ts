import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonAt } from '../../support/json-at.ts';
import { WebVisit } from './visit.ts';

/** A name that nobody should choose: quotes, braces, a mark that turns text around, and 300 characters. */
const NAME = `Zoë "x" {string=y} \u202E<b> ${'n'.repeat(300)}`;
/** The beginning of the name, as pages show it. */
const SHOWN = 'Zoë "x" {string=y} ⟨U+202E⟩<b> n';

const UNDOABLE = /Can be undone until \d{1,2} [A-Z][a-z]+/;
const FINAL = /This cannot be undone/;

/** An action that takes something away, and what its dialog must say. */
interface Dangerous {
  /** Address of the page. */
  readonly path: () => string;
  /** Opens the dialog. */
  readonly open: (page: Page) => Promise<void>;
  /** The button that confirms it. */
  readonly action: string;
  /** What goes. */
  readonly goes: RegExp;
  /** What else one could do. */
  readonly instead: RegExp;
  /** Whether it can be undone. */
  readonly undo: RegExp;
}

const urns: Record<string, string> = {};

const ACTIONS: Readonly<Record<string, Dangerous>> = {
  'suspend a user': {
    path: () => '/people',
    open: fromRow('Suspend…'),
    action: 'Suspend',
    goes: /sessions and access tokens stop working at once/,
    instead: /change the role or revoke tokens instead/,
    undo: /Can be undone at any time/,
  },
  'delete a user': {
    path: () => '/people',
    open: fromRow('Delete…'),
    action: 'Delete user',
    goes: /tokens, sessions and memberships/,
    instead: /suspend it instead/,
    undo: UNDOABLE,
  },
  'delete a group': {
    path: () => '/people?tab=groups',
    open: fromRow('Delete…'),
    action: 'Delete group',
    goes: /1 member loses the access/,
    instead: /remove its role instead/,
    undo: UNDOABLE,
  },
  'delete a service account': {
    path: () => '/people?tab=service-accounts',
    open: fromRow('Delete…'),
    action: 'Delete service account',
    goes: /access tokens stop working/,
    instead: /revoke tokens instead/,
    undo: UNDOABLE,
  },
  'delete a policy': {
    path: () => `/policies/${encodeURIComponent(urns['policy'] ?? '')}`,
    open: (page) => page.getByRole('button', { name: 'Delete', exact: true }).click(),
    action: 'Delete policy',
    goes: /lose the access that only this policy grants/,
    instead: /deactivate the policy instead/,
    undo: UNDOABLE,
  },
  'delete a view': {
    path: () => `/search?view=${encodeURIComponent(urns['view'] ?? '')}`,
    open: async (page) => {
      await page.getByRole('button', { name: `Actions for view ${SHOWN}` }).click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
    },
    action: 'Delete view',
    goes: /The view is deleted for all users/,
    instead: /edit it instead/,
    undo: UNDOABLE,
  },
  'delete an ingestion source': {
    path: () => `/ingestion/${encodeURIComponent(urns['source'] ?? '')}`,
    open: fromMenu,
    action: 'Delete source',
    goes: /The source no longer runs/,
    instead: /edit it instead/,
    undo: UNDOABLE,
  },
  'delete a webhook': {
    path: () => `/webhooks/${urns['webhook'] ?? ''}`,
    open: fromMenu,
    action: 'Delete webhook',
    goes: /secret and delivery history are deleted/,
    instead: /disable it instead/,
    undo: FINAL,
  },
  'revoke a token': {
    path: () => '/tokens',
    open: (page) =>
      page
        .getByRole('button', { name: /^Revoke/ })
        .first()
        .click(),
    action: 'Revoke token',
    goes: /stops working at once/,
    instead: /create a new token for them first/,
    undo: FINAL,
  },
  'revoke invitations': {
    path: () => '/people?tab=invitations',
    open: (page) => page.getByRole('button', { name: 'Revoke all' }).click(),
    action: 'Revoke invitations',
    goes: /The links stop working/,
    instead: /create new invitations/,
    undo: FINAL,
  },
};

function fromRow(entry: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole('button', { name: `Actions for ${SHOWN}` }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
}

async function fromMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
}

let visit: WebVisit;

beforeAll(async () => {
  visit = await WebVisit.start({ demo: false, options: { 'webhooks.allowedNetworks': '127.0.0.1' } });
  await makeThings();
});

afterAll(async () => {
  await visit[Symbol.asyncDispose]();
});

describe('an action that takes something away', () => {
  it.each(Object.entries(ACTIONS))('%s', async (_, { action, goes, instead, open, path, undo }) => {
    await using window = await visit.open(path());
    const { page } = window;
    await open(page);
    const dialog = page.getByRole('dialog');
    for (const said of [goes, instead, undo]) await dialog.getByText(said).first().waitFor();
    // The name of anybody fits, and turns no text around.
    expect(await dialog.innerText()).not.toContain('\u202E');
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await window.expectAccessible();
    await dialog.getByRole('button', { name: action }).click();
    await dialog.waitFor({ state: 'detached' });
    if (undo === FINAL) return;
    await page.getByRole('button', { name: 'Undo' }).click();
    await page
      .getByText(/ (?:restored|reactivated)$/)
      .first()
      .waitFor();
  });
});

/** One entity of each kind, with the name. */
async function makeThings(): Promise<void> {
  const { server } = visit;
  const made = async (mutation: string, input: object): Promise<string> => {
    const { data, errors } = await server.graphql(mutation, { input });
    expect(errors).toBeUndefined();
    return String(Object.values(data)[0]);
  };
  const post = async (path: string, body: object): Promise<unknown> => {
    const { json, status, text } = await server.request('POST', `/api/colophon/v1/${path}`, body);
    expect(status, text).toBe(201);
    return json;
  };
  await post('users', { urn: 'urn:li:corpuser:zoe', displayName: NAME });
  const group = await made('mutation ($input: CreateGroupInput!) { createGroup(input: $input) }', {
    name: NAME,
  });
  await made('mutation ($input: AddGroupMembersInput!) { addGroupMembers(input: $input) }', {
    groupUrn: group,
    userUrns: ['urn:li:corpuser:zoe'],
  });
  urns['policy'] = await made('mutation ($input: PolicyUpdateInput!) { createPolicy(input: $input) }', {
    name: NAME,
    type: 'METADATA',
    state: 'ACTIVE',
    description: '',
    privileges: ['EDIT_ENTITY_TAGS'],
    actors: { users: ['urn:li:corpuser:zoe'], resourceOwners: false, allUsers: false, allGroups: false },
    resources: { allResources: true },
  });
  urns['source'] = await made(
    'mutation ($input: UpdateIngestionSourceInput!) { createIngestionSource(input: $input) }',
    { name: NAME, type: 'demo', config: { recipe: '{"source":{"type":"demo"}}', executorId: 'default' } },
  );
  const view = await server.graphql(
    'mutation ($input: CreateViewInput!) { createView(input: $input) { urn } }',
    {
      input: {
        viewType: 'GLOBAL',
        name: NAME,
        definition: { entityTypes: ['DATASET'], filter: { operator: 'AND', filters: [] } },
      },
    },
  );
  urns['view'] = String(jsonAt(view.data, 'createView', 'urn'));
  await server.graphql(
    'mutation ($input: CreateServiceAccountInput!) { createServiceAccount(input: $input) { urn } }',
    { input: { displayName: NAME } },
  );
  const webhook = await post('webhooks', { name: NAME.slice(0, 200), url: 'http://127.0.0.1:9/' });
  urns['webhook'] = String(jsonAt(webhook, 'id'));
  await post('tokens', { name: NAME.slice(0, 200), durationMs: 3_600_000 });
  await server.graphql('mutation { createInviteToken(input: {}) { inviteToken } }');
}
