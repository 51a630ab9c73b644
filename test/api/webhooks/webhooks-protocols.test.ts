import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { datasetUrn } from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, writeAspect } from '../../support/test-actors.ts';
import { until } from '../../support/until.ts';
import { WebhookReceiver, verify } from '../../support/webhook-receiver.ts';

let root: TestServer;
let receiver: WebhookReceiver;
let computer: Computer;
beforeAll(async () => {
  root = await startServer({
    onDisk: true,
    options: {
      'secrets.key': 'of this test',
      'webhooks.allowedNetworks': '127.0.0.1',
      'webhooks.retryDelays': '1ms',
    },
  });
  receiver = new WebhookReceiver();
  await receiver.listen();
  computer = new Computer();
});
afterAll(async () => {
  computer[Symbol.dispose]();
  await receiver.close();
  await root.stop();
});
beforeEach(() => {
  receiver.received.length = 0;
});

const describeAs = (text: string): Promise<void> =>
  writeAspect(root, datasetUrn('sent'), 'datasetProperties', { description: text });

describe('webhooks in GraphQL', () => {
  const FIELDS = `id name url ownerUrn createdAt status stop { reason message at } cursor
    pending { messageId failedTries nextTryAt } deliveredAt entityTypes aspects urns properties runIds
    eventsPerMessage formerSecretUntil`;

  async function ask(query: string, variables: Record<string, unknown> = {}, server = root) {
    const { data, errors } = await server.graphql(query, variables);
    expect(errors).toBeUndefined();
    return data;
  }

  async function create(server = root) {
    const input = { name: 'g', url: receiver.url, entityTypes: ['dataset'], urns: [datasetUrn('sent')] };
    const query = `mutation c($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { ${FIELDS} } } }`;
    return (await ask(query, { input }, server)).createWebhook;
  }

  it('are created, shown, tested, rotated, disabled, enabled, replayed and deleted', async () => {
    const { secret, webhook } = await create();
    const { id } = webhook;
    expect(webhook).toMatchObject({ status: 'ACTIVE', ownerUrn: userUrn('datahub'), eventsPerMessage: 100 });
    const shown = await ask(`query w($id: String!) { webhook(id: $id) { ${FIELDS} } listWebhooks { id } }`, {
      id,
    });
    expect(shown).toMatchObject({ webhook: { id, stop: null }, listWebhooks: [{ id }] });
    const run = (field: string, selection: string) => ask(`mutation { ${field} ${selection} }`);
    const tested = await run(`testWebhook(id: "${id}")`, '{ kind succeeded status attempt from }');
    expect(tested.testWebhook).toEqual({
      kind: 'TEST',
      succeeded: true,
      status: 204,
      attempt: 1,
      from: null,
    });
    const rotated = await run(`rotateWebhookSecret(id: "${id}")`, '{ secret }');
    expect(rotated.rotateWebhookSecret.secret).not.toBe(secret);
    const set = (enabled: boolean) =>
      run(`setWebhookEnabled(id: "${id}", enabled: ${enabled})`, '{ status }');
    expect((await set(false)).setWebhookEnabled.status).toBe('DISABLED');
    expect((await set(true)).setWebhookEnabled.status).toBe('ACTIVE');
    await describeAs('by GraphQL');
    await receiver.event('by GraphQL');
    await run(`replayWebhook(id: "${id}", since: "now")`, '{ cursor }');
    const { webhookDeliveries } = await ask(`{ webhookDeliveries(id: "${id}") { id kind events } }`);
    expect(webhookDeliveries.at(-1)).toMatchObject({ kind: 'TEST', events: 0 });
    expect(await run(`deleteWebhook(id: "${id}")`, '')).toEqual({ deleteWebhook: true });
  });

  it('of others are refused', async () => {
    const { webhook } = await create();
    const ann = await addActor(root, 'ann');
    for (const field of [
      `testWebhook(id: "${webhook.id}") { id }`,
      `rotateWebhookSecret(id: "${webhook.id}") { secret }`,
      `replayWebhook(id: "${webhook.id}", since: "oldest") { id }`,
      `deleteWebhook(id: "${webhook.id}")`,
      `redeliverWebhook(id: "${webhook.id}", delivery: 1) { id }`,
      `setWebhookEnabled(id: "${webhook.id}", enabled: false) { id }`,
    ]) {
      expect((await ann.graphql(`mutation { ${field} }`)).errors[0].extensions.code).toBe(403);
    }
    expect((await ask('{ listWebhooks { id } }', {}, ann)).listWebhooks).toEqual([]);
    expect((await ann.graphql(`{ webhook(id: "${webhook.id}") { url } }`)).errors[0].extensions.code).toBe(
      403,
    );
    await root.graphql(`mutation { deleteWebhook(id: "${webhook.id}") }`);
  });
});

describe('colophon webhooks', () => {
  const run = (...args: string[]) =>
    computer.run(['webhooks', ...args, '--server', root.url, '--token', root.token]);
  const json = async (...args: string[]) => {
    const { code, stderr, stdout } = await run(...args, '--format', 'json');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return JSON.parse(stdout);
  };

  it('creates, shows, tests, replays and deletes', async () => {
    const created = await run('create', '--name', 'cli', '--url', receiver.url, '--entity-type', 'dataset');
    expect(created).toMatchObject({ code: 0, stderr: expect.stringContaining('cannot be shown again') });
    const secret = created.stdout.trim();
    const [{ id }] = await json('list');
    expect((await run('list')).stdout).toMatch(/cli +http:.* +datahub +active +-/);
    expect((await run('test', id)).stdout).toMatch(/^Delivered 0 events: status 204 after \d+ ms\.\n$/);
    const [message] = await receiver.messages(1);
    if (message !== undefined) verify(message, secret);
    await describeAs('by the command line');
    await receiver.event('by the command line');
    expect((await json('deliveries', id)).at(-1)).toMatchObject({ kind: 'test', succeeded: true });
    // A message arrives before its delivery is recorded.
    const isShown = async () => (await run('deliveries', id)).stdout.includes('changes');
    await until('a delivery of changes', isShown);
    expect((await run('replay', id, '--since', '1h')).stdout).toContain('status: active');
    expect((await json('rotate', id)).secret).not.toBe(secret);
    expect((await run('disable', id)).stdout).toContain('status: disabled');
    expect((await run('enable', id)).stdout).toContain('status: active');
    expect((await run('show', id)).stdout).toContain(`url: ${receiver.url}`);
    const [{ id: delivery }] = (await json('deliveries', id)).filter(
      ({ kind }: { kind: string }) => kind === 'changes',
    );
    expect((await run('redeliver', id, '--delivery', String(delivery))).stdout).toContain('Delivered');
    expect(await run('delete', id)).toMatchObject({ code: 0, stdout: 'Deleted the webhook.\n' });
    expect((await run('list')).stderr).toContain('You have no webhooks.');
  });

  it('reports the problem in one sentence', async () => {
    const refused = await run('create', '--name', 'x', '--url', 'http://10.0.0.1/');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('10.0.0.1 is not on the public internet');
    expect((await run('show', 'none')).stderr).toContain('There is no webhook none');
    expect((await run('replay', 'x')).stderr).toContain("required option '--since <time>' not specified");
  });
});
