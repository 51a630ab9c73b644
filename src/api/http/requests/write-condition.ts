import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CatalogError, invalidRequest } from '../../../errors.ts';
import { parseWriteCondition } from '../../../model/proposal-parts/write-condition.ts';
import type { MetadataChangeProposal, WriteCondition } from '../../../model/proposal.ts';
import { because } from '../../../refusals.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route honours the headers of {@link conditionOf}. Others refuse those that would guard a write. */
    takesConditions?: boolean;
  }
}

/** Headers that only guard writes; HTTP's headers that also serve caches are not included. */
export const GUARDS = ['if-version-match', 'if-match', 'if-unmodified-since'] as const;

const CONDITIONS = ['if-version-match', 'if-modified-since', 'if-unmodified-since', 'if-none-match'] as const;

/** An HTTP date, such as `Sat, 31 Jan 2026 12:00:00 GMT`. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Declares in the options of a route that it honours conditions. */
export function conditional<Options extends { readonly config: object }>(options: Options): Options {
  return { ...options, config: { ...options.config, takesConditions: true } };
}

/**
 * Reads the condition on each write of a request from its headers. Values have the forms of the headers of a
 * proposal; dates may also be HTTP dates. Undefined if there is none. Throws INVALID_REQUEST with the name of the
 * header.
 */
export function conditionOf({ headers }: Pick<FastifyRequest, 'headers'>): WriteCondition | undefined {
  if (headers['if-match'] !== undefined) {
    throw invalidRequest(
      'The header If-Match is not supported: entities have no ETags. Send If-Version-Match with the version in ' +
        'systemMetadata.',
      undefined,
      because('NOT_SUPPORTED'),
    );
  }
  const sent = CONDITIONS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, HTTP_DATE.test(String(value)) ? isoOf(value) : value] as const];
  });
  return sent.length === 0 ? undefined : parseWriteCondition(Object.fromEntries(sent), 'Header');
}

/**
 * Adds the condition of the request to its proposals; their own conditions take precedence. Keeps errors in place of
 * invalid proposals.
 */
export function underCondition<Item extends MetadataChangeProposal | CatalogError>(
  proposals: readonly Item[],
  condition: WriteCondition | undefined,
): readonly (Item | MetadataChangeProposal)[] {
  if (condition === undefined) return proposals;
  return proposals.map((proposal) => (isProposal(proposal) ? guarded(proposal, condition) : proposal));
}

function guarded(proposal: MetadataChangeProposal, condition: WriteCondition): MetadataChangeProposal {
  return { ...proposal, condition: { ...condition, ...proposal.condition } };
}

function isProposal(item: MetadataChangeProposal | CatalogError): item is MetadataChangeProposal {
  return !(item instanceof CatalogError);
}

/** Throws INVALID_REQUEST if the request has a header that guards writes, which `what` does not support. */
export function refuseGuards({ headers }: Pick<FastifyRequest, 'headers'>, what: string): void {
  const guard = GUARDS.find((name) => headers[name] !== undefined);
  if (guard === undefined) return;
  throw invalidRequest(
    `${what} does not honour the header ${guard}. Write aspects with OpenAPI v2, v3 or proposals, or leave it out.`,
    undefined,
    because('NOT_SUPPORTED'),
  );
}

/** Refuses guarded requests to routes that would ignore the guard: a write could overwrite what its client never saw. */
export function refuseIgnoredGuards(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const { config, url } = request.routeOptions;
    if (config.takesConditions !== true && !READS.has(request.method)) {
      refuseGuards(request, `${request.method} ${url ?? request.url}`);
    }
    done();
  });
}

function isoOf(date: string | readonly string[]): string {
  return new Date(String(date)).toISOString();
}
