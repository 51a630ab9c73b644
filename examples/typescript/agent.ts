/** An agent with the official client of the Model Context Protocol: finds a table, plans a tag, applies the plan, undoes it. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const url = process.env['COLOPHON_URL'] ?? 'http://127.0.0.1:8080';
const token = process.env['COLOPHON_TOKEN'];
if (token === undefined) throw new Error('Set COLOPHON_TOKEN to an access token.');

const TAG = 'urn:li:tag:example';
const defined = await fetch(`${url}/openapi/v3/entity/tag?async=false`, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify([{ urn: TAG, tagProperties: { value: { name: 'example' } } }]),
});
if (!defined.ok) throw new Error(`${defined.status} for ${TAG}: ${await defined.text()}`);
console.log(`defined ${TAG}`);

const client = new Client({ name: 'example', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
const requestInit = { headers: { authorization: `Bearer ${token}` } };
await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));

/** Calls a tool; throws the error that it answers. */
async function call<Result>(name: string, args: Record<string, unknown>): Promise<Result> {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: args });
  if (isError === true) throw new Error(JSON.stringify(content));
  return structuredContent as Result;
}

const { results } = await call<{ results: { urn: string }[] }>('search', {
  query: 'orders',
  filter: 'entity_type = dataset',
  limit: 1,
});
const urn = results[0]?.urn;
if (urn === undefined) throw new Error('Run the first example: it writes a dataset.');
console.log(`found ${urn}`);

const { plan, changed } = await call<{ plan: string; changed: number }>('set_metadata', {
  changes: [{ urns: [urn], field: 'tags', action: 'add', values: ['example'] }],
  reason: 'An example',
});
console.log(`planned to change ${changed} asset`);

const { edit } = await call<{ edit: number }>('set_metadata', { plan });
console.log('applied the plan');

const undo = await call<{ plan: string }>('undo', { edit, reason: 'It was an example' });
const undone = await call<{ changed: number }>('undo', { plan: undo.plan });
console.log(`undid the change of ${undone.changed} asset`);
await client.close();
