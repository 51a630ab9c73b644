import { declaredFields } from '../src/api/graphql/bound-operations.ts';
import { declaredActions } from '../src/api/restli/resources.ts';
import { createApp } from '../src/app.ts';
import { loadConfig } from '../src/config/load.ts';
import type { Declaration } from '../src/operations/operation.ts';

/** Operations and needs of every request, as declared by fields, routes and actions. */
export interface DeclaredRequests {
  /** By field of GraphQL's `Query`. */
  readonly queries: Readonly<Record<string, Declaration>>;
  /** By field of GraphQL's `Mutation`. */
  readonly mutations: Readonly<Record<string, Declaration>>;
  /** By path and method, without Rest.li and without methods that answer 405. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Declaration>>>>;
  /** By resource of Rest.li and action. */
  readonly actions: Readonly<Record<string, Readonly<Record<string, Declaration>>>>;
}

/** Reads the declarations of all requests from a server that is started in memory. */
export async function readDeclaredRequests(): Promise<DeclaredRequests> {
  const config = loadConfig({ flags: { memory: true, logLevel: 'error' }, environment: {} });
  await using app = await createApp(config);
  const actions = declaredActions();
  const paths: Record<string, Record<string, Declaration>> = {};
  const routes = [...app.http.declared].map(([route, declared]) => ({
    at: route.split(' ').reverse(),
    declared,
  }));
  for (const { at, declared } of routes.sort((a, b) => (a.at.join(' ') < b.at.join(' ') ? -1 : 1))) {
    const [path = '', method = ''] = at;
    if (method === 'HEAD' || Object.hasOwn(actions, path.split('/')[1] ?? '')) continue;
    (paths[path] ??= {})[method] = declared;
  }
  return { queries: declaredFields('Query'), mutations: declaredFields('Mutation'), paths, actions };
}
