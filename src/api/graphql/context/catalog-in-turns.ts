import type { Catalog } from '../../../auth/catalog.ts';
import { nextTurn } from '../../../util/concurrency/next-turn.ts';

/** Operations that read an index or many rows in one step, and that one request may call hundreds of times. */
const LONG: ReadonlySet<string | symbol> = new Set<keyof Catalog>([
  'aggregate',
  'getAspect',
  'listLineage',
  'points',
  'relationships',
  'scrollLinks',
  'search',
  'searchLineage',
  'summarize',
  'timeline',
]);

/**
 * Wraps the catalog of one request: its searches and other long operations begin one after another, each in a turn of the
 * event loop of its own, so that other requests are answered in between.
 */
export function inTurns(catalog: Catalog): Catalog {
  let last: Promise<void> | undefined;
  return new Proxy(catalog, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || !LONG.has(name)) return member;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        last = last === undefined ? Promise.resolve() : last.then(nextTurn);
        await last;
        return Reflect.apply(member, target, args) as unknown;
      };
    },
  });
}
