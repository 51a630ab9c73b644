import { expect, it } from 'vitest';
import { readRegistry } from '../../../config/read-registry.ts';
import { loadRegistry } from '../../../model/registry/load-registry.ts';
import type { Requester } from '../../../operations/requester.ts';
import { objectOf } from '../../../operations/shapes.ts';
import { getAccessToken } from '../../../operations/tokens/get-access-token.ts';
import { callTool } from './call-tool.ts';
import { answerOf, text } from './outputs.ts';
import { defineTool } from './tool.ts';

const tool = defineTool({
  name: 'write',
  title: 'Write',
  description: 'Writes.',
  operations: [getAccessToken],
  input: () => objectOf({}),
  output: answerOf({ done: text }),
  run: () => Promise.resolve({ body: { done: 'yes' } }),
});
const registry = loadRegistry(readRegistry());

/** Calls the tool in a request with a warning. `committed`: what it has written. */
function callWith(committed: number | undefined) {
  return callTool(
    tool,
    {},
    {
      registry,
      requester: {} as Requester,
      waitFor: (first) => Promise.resolve(first),
      position: () => 1,
      reach: () => Promise.resolve(),
      committed: () => committed,
      warnings: () => ["There is no field 'x'."],
    },
  );
}

it('a warning refuses a call that has written nothing', async () => {
  await expect(callWith(undefined)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

it('a warning does not make a refusal of a write', async () => {
  expect((await callWith(7)).content).toEqual({ done: 'yes', sequence: 7 });
});
