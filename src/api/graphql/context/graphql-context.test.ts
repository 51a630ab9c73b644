import { expect, it, vi } from 'vitest';
import { turnsDuring } from '../../../../test/support/turns.ts';
import { READ, WRITE } from '../../../operations/needs.ts';
import { defineProtectedModelled } from '../../../operations/operation.ts';
import type { Operation } from '../../../operations/operation.ts';
import type { Requester } from '../../../operations/requester.ts';
import { GraphqlContext } from './graphql-context.ts';
import type { GraphqlSettings } from './graphql-context.ts';

type Numbered = Operation<number, number, void>;

function operation(name: string, more: Partial<Numbered> = {}): Numbered {
  return defineProtectedModelled({
    name,
    effect: 'read',
    needs: READ,
    run: () => Promise.resolve(),
    ...more,
  });
}

const LONG = operation('long', { isLong: true });
const SHORT = operation('short');
const WRITING = operation('write', { effect: 'write', needs: WRITE });

/** A context whose requester records which operations begin. */
function recordingContext() {
  const begun: string[] = [];
  const requester = {
    run: ({ name }: Numbered, input: number) => Promise.resolve(void begun.push(`${name} ${input}`)),
  } as unknown as Requester;
  return { begun, context: new GraphqlContext(requester, {} as GraphqlSettings) };
}

it('begins long operations in turns of their own, and other operations at once', async () => {
  const { begun, context } = recordingContext();
  expect(await turnsDuring(() => context.run(LONG, 0))).toBe(0);
  const all = turnsDuring(() => Promise.all([1, 2, 3, 4].map((i) => context.run(LONG, i))));
  void context.run(SHORT, 0);
  expect(await all).toBeGreaterThanOrEqual(3);
  expect(begun).toEqual(['long 0', 'short 0', 'long 1', 'long 2', 'long 3', 'long 4']);
});

it('reads again what it has read before a write', async () => {
  const { context } = recordingContext();
  const forget = vi.spyOn(context.loader, 'forget');
  await context.run(SHORT, 0);
  expect(forget).not.toHaveBeenCalled();
  await context.run(WRITING, 0);
  expect(forget).toHaveBeenCalledOnce();
});
