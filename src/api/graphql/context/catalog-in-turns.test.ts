import { expect, it } from 'vitest';
import type { Catalog } from '../../../auth/catalog.ts';
import { turnsDuring } from '../../../../test/support/turns.ts';
import { inTurns } from './catalog-in-turns.ts';
import { unhurried } from './unhurried.ts';

it('begins the searches of a request in turns of their own, and other operations at once', async () => {
  const begun: string[] = [];
  const catalog = inTurns({
    search: (input: unknown) => Promise.resolve(void begun.push(`search ${String(input)}`)),
    existing: () => Promise.resolve(void begun.push('existing')),
    actor: { urn: 'x' },
  } as unknown as Catalog);
  const search = (i: number): Promise<unknown> => catalog.search(i as never);
  expect(await turnsDuring(() => search(0))).toBe(0);
  const searches = turnsDuring(() => Promise.all([1, 2, 3, 4].map(search)));
  void catalog.existing([]);
  expect(await searches).toBeGreaterThanOrEqual(3);
  expect(begun).toEqual(['search 0', 'existing', 'search 1', 'search 2', 'search 3', 'search 4']);
  expect(catalog.actor).toEqual({ urn: 'x' });
});

it('hands out a long list with turns in between, and a short one as it is', async () => {
  const list = Array.from({ length: 1_000 }, (_, i) => i);
  expect(unhurried(list.slice(0, 100))).toEqual(list.slice(0, 100));
  const elements: number[] = [];
  const turns = await turnsDuring(async () => {
    for await (const element of unhurried(list)) elements.push(element);
  });
  expect(elements).toEqual(list);
  expect(turns).toBeGreaterThanOrEqual(8);
});
