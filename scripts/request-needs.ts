import { fieldNeeds } from '../src/api/graphql/bound-operations.ts';
import { actionNeeds } from '../src/api/restli/resources.ts';
import { createApp } from '../src/app.ts';
import { loadConfig } from '../src/config/load.ts';
import type { NeedDescription } from '../src/operations/needs.ts';

/** What every request needs, from the operations that fields, routes and actions are bound to. */
export interface RequestNeeds {
  /** By field of GraphQL's `Query`. */
  readonly queries: Readonly<Record<string, NeedDescription>>;
  /** By field of GraphQL's `Mutation`. */
  readonly mutations: Readonly<Record<string, NeedDescription>>;
  /** By path and method. The paths of Rest.li are not among them, nor are methods that answer 405. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, NeedDescription>>>>;
  /** By resource of Rest.li and action. */
  readonly actions: Readonly<Record<string, Readonly<Record<string, NeedDescription>>>>;
}

/** Reads the needs of all requests from a server that is started in memory. */
export async function readRequestNeeds(): Promise<RequestNeeds> {
  const config = loadConfig({ flags: { memory: true, logLevel: 'error' }, environment: {} });
  await using app = await createApp(config);
  const actions = actionNeeds();
  const paths: Record<string, Record<string, NeedDescription>> = {};
  const routes = [...app.http.routeNeeds].map(([route, needs]) => ({
    at: route.split(' ').reverse(),
    needs,
  }));
  for (const { at, needs } of routes.sort((a, b) => (a.at.join(' ') < b.at.join(' ') ? -1 : 1))) {
    const [path = '', method = ''] = at;
    if (method === 'HEAD' || Object.hasOwn(actions, path.split('/')[1] ?? '')) continue;
    (paths[path] ??= {})[method] = needs;
  }
  return { queries: fieldNeeds('Query'), mutations: fieldNeeds('Mutation'), paths, actions };
}
