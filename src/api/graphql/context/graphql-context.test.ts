import { expect, it, vi } from 'vitest';
import { turnsDuring } from '../../../../test/support/turns.ts';
import { READ, WRITE } from '../../../operations/needs.ts';
import { defineInternal, type InternalOperation, type Operation } from '../../../operations/operation.ts';
import type { Requester } from '../../../operations/requester.ts';
import { nextTurn } from '../../../util/concurrency/next-turn.ts';
import { GraphqlContext, type GraphqlSettings } from './graphql-context.ts';
import { MOST_LONG } from './running-request.ts';

type Numbered = Operation<number, number, void>;

function operation(name: string, more: Partial<Numbered> = {}): Numbered {
  const defined: InternalOperation<number, number, void> = defineInternal({
    name,
    effect: 'read',
    needs: READ,
    run: () => Promise.resolve(),
  });
  return { ...defined, summary: 'Does nothing.', ...more };
}

const LONG = operation('long', { isLong: true });
const SHORT = operation('short');
const WRITING = operation('write', { effect: 'write', needs: WRITE });

/** A context whose requester records the operations that start. */
function recordingContext() {
  const begun: string[] = [];
  const requester = {
    run: ({ name }: Numbered, input: number) => Promise.resolve(void begun.push(`${name} ${input}`)),
  } as unknown as Requester;
  return { begun, context: new GraphqlContext(requester, {} as GraphqlSettings) };
}

/** A context whose operations run until `finish` is called. */
function heldContext() {
  const begun: number[] = [];
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const requester = {
    run: (_operation: Numbered, input: number) => {
      begun.push(input);
      return promise;
    },
  } as unknown as Requester;
  const context = new GraphqlContext(requester, {} as GraphqlSettings);
  return { begun, context, finish: () => resolve(undefined) };
}

it('starts each long operation in a separate turn of the event loop, and other operations at once', async () => {
  const { begun, context } = recordingContext();
  expect(await turnsDuring(() => context.run(LONG, 0))).toBe(0);
  const all = turnsDuring(() => Promise.all([1, 2, 3, 4].map((i) => context.run(LONG, i))));
  void context.run(SHORT, 0);
  expect(await all).toBeGreaterThanOrEqual(3);
  expect(begun).toEqual(['long 0', 'short 0', 'long 1', 'long 2', 'long 3', 'long 4']);
});

it('starts no waiting operation after the request was stopped', async () => {
  const { begun, context, finish } = heldContext();
  const all = Promise.allSettled(Array.from({ length: 200 }, (_, i) => context.run(LONG, i)));
  while (begun.length < MOST_LONG) await nextTurn();
  context.stop();
  finish();
  const failed = (await all).filter(({ status }) => status === 'rejected');
  expect(begun).toHaveLength(MOST_LONG);
  expect(failed).toHaveLength(200 - MOST_LONG);
  await expect(context.run(SHORT, 0)).rejects.toMatchObject({ code: 'TIMEOUT' });
  await expect(context.reading(() => Promise.resolve(new Map())).run(LONG, 0)).rejects.toThrow();
});

it('reads an entity again after a write', async () => {
  const { context } = recordingContext();
  const clear = vi.spyOn(context.loader, 'clear');
  await context.run(SHORT, 0);
  expect(clear).not.toHaveBeenCalled();
  await context.run(WRITING, 0);
  expect(clear).toHaveBeenCalledOnce();
});
