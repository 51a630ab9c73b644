import type { Page, Request, Route } from 'playwright-core';

/** Requests that a page sent without waiting for a response between them. */
export type Round = readonly Request[];

/** Holds the requests of a page, and lets them through in rounds, so that round trips are counted without a clock. */
export class RoundTrips {
  readonly #page: Page;
  #held: Route[] = [];
  #isHolding = false;

  private constructor(page: Page) {
    this.#page = page;
  }

  /**
   * Watches all requests of a page but those of the change feed, which wait for changes, and what is loaded once the page is
   * shown: the palette's code, and the numbers of changes and of proposals.
   */
  static async of(page: Page): Promise<RoundTrips> {
    const trips = new RoundTrips(page);
    await page.route(
      ({ pathname }) => !/\/changes$|\/change-count$|\/proposals$|\/colophon\.svg$|\/palette-/.test(pathname),
      (route) => trips.#take(route),
    );
    return trips;
  }

  /** The rounds of requests that an action leads to, until the page asks for nothing more. */
  async after(act: () => Promise<void>): Promise<readonly Round[]> {
    this.#isHolding = true;
    await act();
    const rounds: Round[] = [];
    for (;;) {
      await this.#whenIdle();
      const routes = this.#held;
      this.#held = [];
      if (routes.length === 0) break;
      rounds.push(routes.map((route) => route.request()));
      await Promise.all(
        routes.map(async (route) => {
          await route.continue();
          await (await route.request().response())?.finished();
        }),
      );
    }
    this.#isHolding = false;
    return rounds;
  }

  async #take(route: Route): Promise<void> {
    if (this.#isHolding) this.#held.push(route);
    else await route.continue();
  }

  /** Resolves when the page has nothing to do: responses are rendered, and what follows from them is requested. */
  async #whenIdle(): Promise<void> {
    for (let turn = 0; turn < 4; turn += 1) {
      await this.#page.evaluate(
        'new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(() => setTimeout(resolve))))',
      );
    }
  }
}
