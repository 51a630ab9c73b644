import type { Scope } from '../../model/scope.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { ChangePage, ChangeRequest } from './change-query.ts';
import { positionOf } from './cursor.ts';

/** Maximum commits after a cursor for its page to be shared: whoever reads more reads for itself, and nothing is kept of it. */
const MOST_BEHIND = 100;

type Pages = Map<string, Promise<ChangePage>>;

/** The pages at the end of the log, each read once for all followers with the same rights who ask for the same. */
export class SharedPages {
  #byRules = new WeakMap<object, Pages>();

  /** Must be called whenever the last commit that can be read changes: rights may have changed, too. */
  forget(): void {
    this.#byRules = new WeakMap();
  }

  /** The page, by `read` unless it is there. `last`: the last commit that can be read. */
  page(
    request: ChangeRequest,
    { rules }: Scope,
    last: Sequence,
    read: () => Promise<ChangePage>,
  ): Promise<ChangePage> {
    const start = positionOf(request.since)?.sequence ?? -Infinity;
    if (rules === undefined || last - start > MOST_BEHIND) return read();
    const pages: Pages = this.#byRules.get(rules) ?? new Map();
    this.#byRules.set(rules, pages);
    const key = JSON.stringify(request);
    const known = pages.get(key);
    if (known !== undefined) return known;
    const page = read();
    pages.set(key, page);
    page.catch(() => pages.delete(key));
    return page;
  }
}
