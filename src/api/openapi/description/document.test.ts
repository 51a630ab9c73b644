import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, describe, expect, it } from 'vitest';
import { ask, createMemoryHttpServer, REGISTRY } from '../../../../test/support/memory/http-server.ts';
import { searchEntities } from '../../../operations/search/search-entities.ts';
import { jsonNames } from '../../../../test/support/json-at.ts';
import { isJsonObject, type JsonValue } from '../../../util/json.ts';
import { apiDocument, apiDocumentPart, GENERIC_PART } from './document.ts';

const METHODS = ['get', 'head', 'post', 'patch', 'delete'] as const;
const document = apiDocument(REGISTRY, []);
const paths = Object.entries(isJsonObject(document['paths']) ? document['paths'] : {});
const PARTS = [GENERIC_PART, ...REGISTRY.entities.values()] as const;
const parts = PARTS.map((part) => apiDocumentPart(part, []));
const server = createMemoryHttpServer();

afterAll(() => server.app.close());

describe('the OpenAPI document', () => {
  it('is valid OpenAPI', async () => {
    const result = await new Validator().validate(structuredClone({ ...document }));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('defines every component it refers to, as a whole and in parts', () => {
    for (const part of [document, ...parts]) {
      const missing = new Set<string>();
      visit(part, (reference) => {
        const [, , kind = '', name = ''] = reference.split('/');
        const components = part['components'];
        const group = isJsonObject(components) ? components[kind] : undefined;
        if (!isJsonObject(group) || group[name] === undefined) missing.add(reference);
      });
      expect([...missing]).toEqual([]);
    }
  });

  it('has parts that together contain all paths', () => {
    const described = parts.flatMap((part) => Object.keys(isJsonObject(part['paths']) ? part['paths'] : {}));
    expect(described.sort()).toEqual(paths.map(([path]) => path).sort());
  });

  it('is served in parts', async () => {
    const dataset = await ask(server, 'GET', '/openapi/v3/api-docs?entity=DATASET');
    expect(jsonNames(dataset.at('paths'))).toContain('/openapi/v3/entity/dataset/{urn}/status');
    expect(jsonNames(dataset.at('paths'))).not.toContain('/openapi/v3/entity/tag/{urn}/status');
    const generic = await ask(server, 'GET', '/openapi/v3/api-docs?entity=generic');
    expect(jsonNames(generic.at('paths'))).toContain('/openapi/v3/entity/scroll');
    expect((await ask(server, 'GET', '/openapi/v3/api-docs?entity=nope')).status).toBe(400);
  });

  it('has the typed bodies of version 2 in the part of their entity type, and is served at the path of version 2, too', async () => {
    const part = await ask(server, 'GET', '/openapi/v2/api-docs?entity=structuredProperty');
    const path = '/openapi/v2/entity/structuredProperty/{urn}/propertyDefinition';
    const body = [
      'paths',
      path,
      'post',
      'requestBody',
      'content',
      'application/json',
      'schema',
      '$ref',
    ] as const;
    expect(part.at(...body)).toBe(
      '#/components/schemas/com.linkedin.structured.StructuredPropertyDefinition',
    );
    const dataset = await ask(server, 'GET', '/openapi/v2/api-docs?entity=dataset');
    expect(jsonNames(dataset.at('paths'))).toContain('/openapi/v2/entity/dataset/{urn}/structuredProperties');
  });

  it('has unique operation ids', () => {
    const ids = operations().map(([, , operation]) => operation['operationId']);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has a path for every aspect of every entity type', () => {
    const described = new Set(paths.map(([path]) => path));
    for (const entity of REGISTRY.entities.values()) {
      expect(described).toContain(`/openapi/v3/entity/${entity.name}`);
      for (const aspect of entity.aspects.keys()) {
        expect(described).toContain(`/openapi/v3/entity/${entity.name}/{urn}/${aspect}`);
      }
    }
  });

  it('describes only existing routes', async () => {
    const refused: string[] = [];
    for (const [path, method] of operations().filter(
      ([path]) => !/\/v[23]\/entity\//.test(path) || /dataset|generic|scroll|\{entityName\}/.test(path),
    )) {
      const url = path
        .replace('{entityName}', 'dataset')
        .replace(/\{(urn|childUrn|parentUrn)\}/g, 'urn:li:dataset:(urn:li:dataPlatform:a,b,PROD)')
        .replace('{versionSetUrn}', 'urn:li:versionSet:(a,dataset)')
        .replace('{assetUrn}', 'urn:li:dataset:(urn:li:dataPlatform:a,b,PROD)')
        .replace('{aspectName}', 'status');
      const answer = await ask(server, method.toUpperCase() as Uppercase<typeof method>, url);
      const isRouted = answer.status !== 405 && !String(answer.at('error')).startsWith('No endpoint');
      if (!isRouted) refused.push(`${method} ${path}`);
    }
    expect(refused).toEqual([]);
  });

  it('describes all routes, except the pages of the API browser and the catch-all of unsupported operations', () => {
    const described = operations().map(([path, method]) => `${method.toUpperCase()} ${path}`);
    const routes = [...server.app.declared.keys()].map((route) => route.split(' ') as [string, string]);
    const missing = routes.filter(([method, route]) => {
      if (!route.startsWith('/openapi/') || route.startsWith('/openapi/swagger-ui')) return false;
      // Fastify adds HEAD to each GET.
      if (method === 'HEAD' || route === '/openapi/operations/*') return false;
      const pattern = route.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.+');
      return !described.some((operation) => new RegExp(`^${method} ${pattern}$`).test(operation));
    });
    expect(missing).toEqual([]);
  });

  it('names the headers of warnings and of strict requests on every route that searches, and on no other', () => {
    const searching = new Map(
      [...server.app.declared].map(([route, { operations: run }]) => [
        route.replaceAll(/:\w+/g, ':'),
        run.includes(searchEntities.name),
      ]),
    );
    const wrong = operations().filter(([path, method, { parameters, responses }]) => {
      const text = JSON.stringify([parameters, responses]);
      const names = ['#/components/parameters/strict', 'X-Colophon-Warnings'].map((name) =>
        text.includes(name),
      );
      const generic = path.replace(/^(\/openapi\/v3\/entity\/)(?!scroll|generic)\w+(?=$|\/)/, '$1{entity}');
      const route = `${method.toUpperCase()} ${generic.replaceAll(/\{\w+\}/g, ':')}`;
      return names.some((isNamed) => isNamed !== (searching.get(route) ?? false));
    });
    expect(wrong.map(([path, method]) => `${method} ${path}`)).toEqual([]);
    expect([...searching.values()].filter(Boolean).length).toBeGreaterThan(3);
  });

  it('is served to callers with a token', async () => {
    const answer = await ask(server, 'GET', '/openapi/v3/api-docs');
    expect(answer.json).toEqual(JSON.parse(JSON.stringify(document)));
  });
});

function operations(): [string, (typeof METHODS)[number], Record<string, JsonValue | undefined>][] {
  return paths.flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = isJsonObject(item) ? item[method] : undefined;
      return isJsonObject(operation)
        ? [[path, method, operation] as [string, typeof method, typeof operation]]
        : [];
    }),
  );
}

function visit(value: JsonValue | undefined, onReference: (reference: string) => void): void {
  if (Array.isArray(value)) value.forEach((item: JsonValue) => visit(item, onReference));
  if (!isJsonObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === '$ref' && typeof member === 'string') onReference(member);
    else visit(member, onReference);
  }
}
