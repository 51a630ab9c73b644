import { fastify, type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { platform, READ, TOKEN, WRITE, type Need } from '../../operations/needs.ts';
import type { DescribedOperation } from '../../operations/operation.ts';
import { requireRouteNeeds, runs, WITH_TOKEN } from './route-needs.ts';

const operation = (name: string, needs: Need<unknown>): DescribedOperation => ({
  name,
  needs,
  effect: 'read',
  summary: '',
});
const answer = (): string => 'answer';

function server(): FastifyInstance {
  const app = fastify();
  requireRouteNeeds(app);
  return app;
}

describe('a route', () => {
  it('cannot be added without a declaration of its needs', () => {
    expect(() => server().get('/secret', answer)).toThrow(
      'GET /secret does not say what it needs: pass runs(operation) or OPEN.',
    );
    expect(() => server().get('/secret', { config: { changes: true } }, answer)).toThrow('does not say');
  });

  it('is listed under each of its methods with the operations it runs', () => {
    const app = server();
    const reads = runs(operation('look', READ));
    app.route({ url: '/thing', method: ['GET', 'POST'], exposeHeadRoute: false, ...reads, handler: answer });
    app.put('/thing', WITH_TOKEN, answer);
    expect(Object.fromEntries(app.declared)).toEqual({
      'GET /thing': { operations: ['look'], needs: READ },
      'POST /thing': { operations: ['look'], needs: READ },
      'PUT /thing': { operations: [], needs: TOKEN },
    });
  });

  it('is not listed for methods that it refuses', () => {
    const app = server();
    app.delete('/thing', { config: { ...WITH_TOKEN.config, refuses: true } }, answer);
    expect(app.declared.size).toBe(0);
  });
});

describe('the needs of a route with several operations', () => {
  const onEntity = operation('edit', { anyOf: ['EDIT_ENTITY'], on: () => [] });
  const byLevel = [
    operation('own', TOKEN),
    operation('look', READ),
    operation('write', WRITE),
    onEntity,
    operation('manage', platform('MANAGE_TAGS')),
  ];

  it.each(byLevel.slice(1).map((strict, i) => [strict.name, strict, byLevel.slice(0, i + 1)] as const))(
    'are those of %s, in any order, if the others need less',
    (_name, strict, others) => {
      const { needs } = runs(strict).config.declared;
      expect(runs(strict, ...others).config.declared.needs).toEqual(needs);
      for (const other of others) expect(runs(other, strict).config.declared.needs).toEqual(needs);
    },
  );
});
