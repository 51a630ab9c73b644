import type { FastifyServerOptions } from 'fastify';

/**
 * Replaces Fastify's JSON Schema compilers, which it would load at every start: no route has a schema, because
 * operations parse their input.
 */
export const NO_SCHEMA_COMPILERS: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: refuse, buildSerializer: refuse },
};

function refuse(): never {
  throw new Error('Routes have no JSON Schemas here: the input of an operation declares what it accepts.');
}
