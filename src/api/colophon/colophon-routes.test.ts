import { Validator } from '@seriousme/openapi-schema-validator';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { jsonAt, jsonNames } from '../../../test/support/json-at.ts';
import { partOf } from '../../../test/support/part-of.ts';
import { REGISTRY } from '../../../test/support/memory/reading-catalog.ts';
import { requireRouteNeeds } from '../http/route-needs.ts';
import { apiDocument } from '../openapi/description/document.ts';
import { colophonRoutes, ownRoutes } from './colophon-routes.ts';

const ROUTES = ownRoutes('1', partOf({}));
const document = apiDocument(REGISTRY, ROUTES);
const PATH = '/api/colophon/v1';

describe('the OpenAPI document of Colophon’s routes', () => {
  it('is valid', async () => {
    const result = await new Validator().validate(structuredClone({ ...document }));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('has every route, with a unique id', async () => {
    await using app = fastify({ exposeHeadRoutes: false });
    requireRouteNeeds(app);
    await app.register(colophonRoutes(ROUTES));
    const paths = jsonNames(jsonAt(document, 'paths')).filter((path) => path.startsWith(PATH));
    const described = paths.flatMap((path) =>
      jsonNames(jsonAt(document, 'paths', path)).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = [...app.declared.keys()].map((route) => route.replace(/:(\w+)/g, '{$1}'));
    expect(described.sort()).toEqual(routes.sort());
    const ids = ROUTES.map(({ id, operation }) => id ?? operation.name);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('describes bodies by the shapes that parse them', () => {
    const body = (path: string): unknown =>
      jsonAt(document, 'paths', PATH + path, 'post', 'requestBody', 'content', 'application/json', 'schema');
    expect(body('/doctor')).toEqual({
      type: 'object',
      properties: { repair: { type: 'boolean', nullable: true, default: false } },
      additionalProperties: false,
    });
    expect(body('/tokens')).toMatchObject({
      required: ['name', 'durationMs'],
      properties: { durationMs: { type: 'integer', minimum: 1, nullable: true } },
    });
  });
});
