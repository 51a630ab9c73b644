import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { datasetUrn } from '../../support/catalog-client.ts';
import { addActor, writeAspect } from '../../support/test-actors.ts';
import { WebhookReceiver, verify } from '../../support/webhook-receiver.ts';
import { choose, pressOn } from './keyboard.ts';
import { WebVisit } from './visit.ts';

let visit: WebVisit;
let receiver: WebhookReceiver;
beforeAll(async () => {
  const options = { 'webhooks.allowedNetworks': '127.0.0.1', 'webhooks.retryDelays': '1ms' };
  visit = await WebVisit.start({ demo: false, options });
  receiver = new WebhookReceiver();
  await receiver.listen();
});
afterAll(async () => {
  await visit[Symbol.asyncDispose]();
  await receiver.close();
});
beforeEach(() => {
  receiver.received.length = 0;
});

const describeAs = (text: string): Promise<void> =>
  writeAspect(visit.server, datasetUrn('hooked'), 'datasetProperties', { description: text });

describe('webhooks', () => {
  it('are created, tested, replayed and deleted with the mouse', async () => {
    await using window = await visit.open('/webhooks');
    const { page } = window;
    await page.getByText('No webhooks yet').waitFor();
    await window.expectAccessible();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('<b>copy</b> ريال');
    await page.getByRole('textbox', { name: 'URL' }).fill('http://10.0.0.1/');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('The server does not send to addresses of its own network.').waitFor();
    await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const secret = await page.getByRole('textbox', { name: /^Secret of/ }).inputValue();
    await page.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('heading', { level: 1, name: '<b>copy</b> ريال' }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.getByText('No deliveries yet').waitFor();
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('The receiver accepted the message (status 204).').waitFor();
    const [message] = await receiver.messages(1);
    if (message !== undefined) verify(message, secret);
    await page.getByRole('row', { name: /Test/ }).waitFor();
    await window.expectAccessible();

    await describeAs('shown on a page');
    await receiver.event('shown on a page');
    await page.reload();
    await page
      .getByRole('button', { name: /^Redeliver \d+$/ })
      .first()
      .click();
    await page.getByRole('row', { name: /Redelivery 1 event/ }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Replay…' }).click();
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByText('Replay started').waitFor();

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByText('No webhooks yet').waitFor();
  });

  it('get a new secret, are disabled and enabled with the keyboard alone', async () => {
    const created = await visit.server.request('POST', '/api/colophon/v1/webhooks', {
      name: 'keys',
      url: receiver.url,
      entityTypes: ['dataset'],
    });
    const { id, secret } = created.json;
    await using window = await visit.open('/webhooks');
    const { page } = window;
    await pressOn(page.getByRole('link', { name: 'keys' }));
    const act = async (name: string): Promise<void> => {
      await pressOn(page.getByRole('button', { name: 'More actions' }));
      await choose(page, name, 'menuitem');
    };
    await act('New secret…');
    await pressOn(page.getByRole('button', { name: 'Create secret' }));
    const next = await page.getByRole('textbox', { name: 'Secret of keys' }).inputValue();
    expect(next).not.toBe(secret);
    await page.keyboard.press('Escape');
    await page.getByText('Old secret expires').waitFor();
    await act('Disable');
    await page.getByText('Disabled', { exact: true }).waitFor();
    await pressOn(page.getByRole('button', { name: 'Enable' }));
    await page.getByText('Active', { exact: true }).waitFor();

    receiver.answer = (response) => response.writeHead(410).end();
    await describeAs('refused');
    await page.getByText('The receiver answered that it no longer exists.').waitFor();
    await page.getByText('Stopped', { exact: true }).waitFor();
    await window.expectAccessible();
    await visit.server.request('DELETE', `/api/colophon/v1/webhooks/${id}`);
  });

  it('of others are not shown, even on a narrow screen', async () => {
    const { json } = await visit.server.request('POST', '/api/colophon/v1/webhooks', {
      name: 'foreign',
      url: receiver.url,
    });
    const { token } = await addActor(visit.server, 'reader');
    await using window = await visit.open('/webhooks', { token, width: 390, colorScheme: 'dark' });
    const { page } = window;
    await page.getByText('No webhooks yet').waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(overflow).toBe(false);
    await page.goto(`${visit.server.url}/webhooks/${json.id}`);
    await page.getByText('You don’t have permission to see this webhook').waitFor();
    expect(await page.content()).not.toContain(receiver.url);
    await window.expectAccessible();
  });
});
