import { expect } from 'vitest';
import type { TestServer } from './start-server.ts';
import { until } from './until.ts';

const PATH = '/api/colophon/v1/bulk-edits';

/** Starts an edit and waits for its end. Returns the report. */
export async function edit(server: Pick<TestServer, 'request'>, body: unknown) {
  const { json, status, text } = await server.request('POST', PATH, body);
  expect(status, text).toBe(202);
  return ended(server, json.id);
}

/** Waits for the end of an edit. Returns the report. */
export async function ended(server: Pick<TestServer, 'request'>, id: number) {
  const get = async () => (await server.request('GET', `${PATH}/${id}`)).json;
  await until(`edit ${id} ends`, async () => (await get()).finishedAt !== undefined, { everyMs: 5 });
  return get();
}
