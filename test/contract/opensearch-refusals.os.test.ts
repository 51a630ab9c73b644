import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { INCOMPLETE } from '../../src/search/documents/incomplete.ts';
import { OpenSearchSlots } from '../../src/search/opensearch/opensearch-slots.ts';
import { unrestricted, unrestrictedUrns } from '../../src/search/unrestricted.ts';
import { freePort } from '../support/free-port.ts';
import { jsonAt } from '../support/json-at.ts';
import { OpenSearchNode } from '../support/engines/opensearch-node.ts';
import { documentOf, urnOf } from './search-documents.ts';

/** The engine refuses each document that contains this text. */
let refused: string | undefined;
let node: OpenSearchNode;
let proxy: Server;
let url: string;

beforeAll(async () => {
  node = await OpenSearchNode.start();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  proxy = createServer((request, response) => void passOn(request, response));
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
});
afterAll(async () => {
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  await node.stop();
});

/** Forwards a request without the documents to refuse, and inserts their refusals into the answer. */
async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url: path = '/', headers } = request;
  const body = await textOf(request);
  const isBulk = path.startsWith('/_bulk') && refused !== undefined;
  const pairs = isBulk ? pairsOf(body) : [];
  const isRefused = (pair: string): boolean => refused !== undefined && pair.includes(refused);
  const sent = isBulk ? pairs.filter((pair) => !isRefused(pair)).join('') : body;
  const answer =
    isBulk && sent === ''
      ? { status: 200, json: { errors: false, items: [] } }
      : await ask(method, path, sent, headers['content-type'] ?? '');
  if (isBulk) {
    const items = [
      ...((jsonAt(answer.json, 'items') as unknown[] | undefined) ??
        pairs.filter((pair) => !isRefused(pair)).map(() => ({ index: { status: 201 } }))),
    ];
    const all = pairs.map((pair) => (isRefused(pair) ? REFUSAL : items.shift()));
    answer.json = { errors: pairs.some(isRefused), items: all };
  }
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer.json));
}

const REFUSAL = {
  index: { status: 400, error: { type: 'mapper_parsing_exception', reason: 'failed to parse on purpose' } },
};

/** Lines of each action with its document. */
function pairsOf(body: string): readonly string[] {
  const lines = body.split('\n').filter((line) => line !== '');
  return Array.from({ length: lines.length / 2 }, (_, i) => `${lines[2 * i]}\n${lines[2 * i + 1]}\n`);
}

async function ask(
  method: string,
  path: string,
  body: string,
  contentType: string,
): Promise<{ readonly status: number; json: unknown }> {
  const response = await fetch(node.url + path, {
    method,
    ...(body !== '' && { body, headers: { 'content-type': contentType } }),
  });
  return { status: response.status, json: await response.json() };
}

it('a document that the engine refuses is written without the refused part, and the others unchanged', async () => {
  const reported: unknown[] = [];
  const options = node.options({ url, isImmediate: true, incomplete: (...report) => reported.push(report) });
  const { index } = await new OpenSearchSlots(options).openCurrent();
  const count = (field: string, value: string): Promise<number> =>
    index.count(
      unrestricted({
        entityTypes: ['dataset'],
        where: { kind: 'terms', field, values: [value], ignoreCase: false },
      }),
    );
  const reasons = async (key: string): Promise<unknown> =>
    (await index.values(unrestrictedUrns([urnOf(key)]), INCOMPLETE)).get(urnOf(key));
  refused = 'poisonous';
  await index.apply(1, [
    documentOf('a', { values: { team: ['red'] }, texts: { name: ['sales'] } }),
    documentOf('b', { values: { team: ['red'] }, texts: { name: ['poisonous'] } }),
    documentOf('c', { values: { team: ['poisonous'] } }),
  ]);
  expect(index.position()).toBe(1);
  expect(await count('team', 'red')).toBe(2);
  expect(await count('urn', urnOf('c'))).toBe(1);
  expect(await reasons('a')).toBeUndefined();
  expect(await reasons('b')).toEqual([expect.stringMatching(/^words: .*failed to parse on purpose/)]);
  expect(await reasons('c')).toEqual([expect.stringMatching(/^values and words: .*on purpose/)]);
  expect(reported).toHaveLength(2);

  // All documents are refused: that is an error of the engine, and nothing counts as written.
  refused = 'dataset';
  await expect(index.apply(2, [documentOf('d')])).rejects.toThrow('failed to parse on purpose');
  expect(index.position()).toBe(1);
  refused = undefined;
  await index.apply(2, [documentOf('b', { texts: { name: ['sales'] } })]);
  expect(await reasons('b')).toBeUndefined();
  await index[Symbol.asyncDispose]();
});
