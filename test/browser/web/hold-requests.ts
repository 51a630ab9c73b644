import type { Page } from 'playwright-core';

/** Holds a script of the next page, until the returned function is called. */
export function holdCode(page: Page, name: string): Promise<() => void> {
  return hold(page, new RegExp(`/${name}-[^/]*\\.js$`), '');
}

/** Holds the GraphQL requests whose body contains a text, until the returned function is called. */
export function holdQueries(page: Page, text: string): Promise<() => void> {
  return hold(page, '**/api/graphql', text);
}

async function hold(page: Page, url: string | RegExp, text: string): Promise<() => void> {
  const go = Promise.withResolvers<undefined>();
  await page.route(url, async (route) => {
    if ((route.request().postData() ?? '').includes(text)) await go.promise;
    await route.continue();
  });
  return () => go.resolve(undefined);
}
