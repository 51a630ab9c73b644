import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalogSchema } from '../../src/api/graphql/catalog-schema.ts';
import { RESOURCES } from '../../src/api/restli/resources.ts';
import type { App } from '../../src/app.ts';
import { createApp } from '../../src/app.ts';
import type { Need } from '../../src/auth/operations.ts';
import { mutationNeeds } from '../../src/api/graphql/bound-operations.ts';
import { ACTION_NEEDS, PATH_NEEDS, QUERY_NEEDS } from '../../src/auth/operations.ts';
import { ASPECT_RIGHTS, GUARDED_ASPECTS, TYPE_RIGHTS } from '../../src/auth/write-rights.ts';
import { loadConfig } from '../../src/config/load.ts';
import { readBootstrap, readDefaultPolicies } from '../../src/config/read-bootstrap.ts';
import { isPrivilege } from '../../src/model/access/privileges.ts';
import { parseBootstrap } from '../../src/system-update/bootstrap.ts';
import { policyProblems } from '../../src/model/access/check-policy.ts';
import { REGISTRY } from '../support/memory/reading-catalog.ts';

let app: App;

beforeAll(async () => {
  app = await createApp(loadConfig({ flags: { memory: true, logLevel: 'error' }, environment: {} }));
});

afterAll(() => app[Symbol.asyncDispose]());

const schema = buildCatalogSchema();

/** Every route as `METHOD /path`, from the tree that the router prints. */
function routes(): readonly string[] {
  const above: string[] = [];
  return app.http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (.*) \(([A-Z, ]+)\)$/.exec(line) ?? [];
      if (methods === '') return [];
      above.length = indent.length / 4;
      const step = part === '*' ? '/*' : part;
      const path = above.join('') + step;
      above.push(step);
      return methods.split(', ').map((method) => `${method} ${path}`);
    });
}

const RESTLI = new Set(RESOURCES.map(({ name }) => `/${name}`));

describe('the table of operations', () => {
  it('has every field of GraphQL and no others', () => {
    expect(Object.keys(QUERY_NEEDS).sort()).toEqual(
      Object.keys(schema.getQueryType()?.getFields() ?? {}).sort(),
    );
    expect(Object.keys(mutationNeeds()).sort()).toEqual(
      Object.keys(schema.getMutationType()?.getFields() ?? {}).sort(),
    );
  });

  it('has every route', () => {
    const found = routes();
    expect(found.length).toBeGreaterThan(100);
    const known = Object.keys(PATH_NEEDS);
    const missing = found
      .map((route) => route.split(' ')[1] ?? '')
      // Of a path beside one with a parameter the router prints only the end.
      .filter((path) => path !== '//*')
      .filter((path) => !RESTLI.has(path.replace(/\/\*$/, '')))
      .filter(
        (path) =>
          !known.includes(path) &&
          !known.some((one) => one.endsWith('/*') && path.startsWith(one.slice(0, -1))),
      );
    expect([...new Set(missing)]).toEqual([]);
  });

  it('has every action of Rest.li and no others', () => {
    const actions = RESOURCES.map(({ name, actions: of }) => [name, Object.keys(of).sort()] as const);
    const known = Object.entries(ACTION_NEEDS).map(([name, of]) => [name, Object.keys(of).sort()] as const);
    expect(Object.fromEntries(known)).toEqual(Object.fromEntries(actions));
  });

  it('names privileges that exist, on entity types and aspects that exist', () => {
    const needs: readonly Need[] = [
      ...Object.values(QUERY_NEEDS),
      ...Object.values(mutationNeeds()),
      ...Object.values(PATH_NEEDS).flatMap((methods) => Object.values(methods)),
      ...Object.values(ACTION_NEEDS).flatMap((actions) => Object.values(actions)),
    ];
    const names = [
      ...needs.flatMap((need) => ('anyOf' in need ? need.anyOf : [])),
      ...Object.values(TYPE_RIGHTS).flatMap(({ create, update, remove, read = [] }) => [
        ...create,
        ...update,
        ...remove,
        ...read,
      ]),
      ...Object.values(ASPECT_RIGHTS).flat(2),
      ...Object.values(GUARDED_ASPECTS).flat(),
    ];
    expect([...new Set(names)].filter((name) => !isPrivilege(name))).toEqual([]);
    expect(Object.keys(TYPE_RIGHTS).filter((type) => !REGISTRY.entities.has(type))).toEqual([]);
    const aspects = [...Object.keys(ASPECT_RIGHTS), ...Object.keys(GUARDED_ASPECTS)];
    expect(aspects.filter((aspect) => !REGISTRY.aspects.has(aspect))).toEqual([]);
  });
});

describe('the policies of a new catalog', () => {
  it('are understood, and name roles that a new catalog has', () => {
    const policies = parseBootstrap(readDefaultPolicies());
    const roles = new Set(
      readBootstrap()
        .flatMap(parseBootstrap)
        .map(({ urn }) => String(urn)),
    );
    for (const { aspects } of policies) {
      const info = aspects['dataHubPolicyInfo'] ?? {};
      expect(policyProblems(info, REGISTRY)).toEqual([]);
      const named = JSON.stringify(info).match(/urn:li:dataHubRole:\w+/g) ?? [];
      expect(named.filter((role) => !roles.has(role))).toEqual([]);
    }
    expect(policies.length).toBe(13);
  });
});
