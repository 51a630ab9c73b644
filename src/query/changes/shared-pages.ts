import type { Scope } from '../../model/scope.ts';
import type { Sequence } from '../../model/sequence.ts';
import { uncancellable } from '../../util/concurrency/cancellation.ts';
import { positionOf } from './cursor.ts';

/**
 * Maximum number of commits after a cursor for its page to be shared. Each follower reads a longer page separately, and it is
 * not kept.
 */
const MOST_BEHIND = 100;
/** Maximum number of kept pages: many followers request few different pages at a time. */
const MOST_PAGES = 32;

interface SharedPage<Page> {
  readonly rules: object;
  /** The request as JSON text. */
  readonly key: string;
  readonly page: Promise<Page>;
}

/** The last pages at the end of the log, each read once for all followers with the same rights and the same request. */
export class SharedPages<Page> {
  #pages: readonly SharedPage<Page>[] = [];

  /** Call whenever the last readable commit changes: rights may have changed, too. */
  clear(): void {
    this.#pages = [];
  }

  /** The page of a request, from the cache or by `read`. `last`: the last readable commit. */
  page(
    request: { readonly since: string },
    { rules }: Scope,
    last: Sequence,
    read: () => Promise<Page>,
  ): Promise<Page> {
    const start = positionOf(request.since)?.sequence ?? -Infinity;
    if (rules === undefined || last - start > MOST_BEHIND) return read();
    const key = JSON.stringify(request);
    const known = this.#pages.find((shared) => shared.rules === rules && shared.key === key);
    if (known !== undefined) return known.page;
    // The first request may be cancelled while others wait for the page.
    const page = uncancellable(read);
    this.#pages = [...this.#pages.slice(1 - MOST_PAGES), { rules, key, page }];
    page.catch(() => {
      this.#pages = this.#pages.filter((shared) => shared.page !== page);
    });
    return page;
  }
}
