import type { FastifyInstance } from 'fastify';
import { CatalogError, invalidRequest } from '../../../errors.ts';
import type { Sequence } from '../../../model/sequence.ts';
import { within } from '../../../util/concurrency/within.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { SEQUENCE_HEADER } from './write-answer.ts';
import { because } from '../../../refusals.ts';

/** Maximum time, in ms, that a request waits for a commit. */
const PATIENCE = 10_000;

/**
 * A request with the sequence of an earlier response waits until this process has caught up to it (read-your-writes
 * across processes). Throws TIMEOUT after 10 s. Runs before authentication, so that revoked tokens are known by then.
 */
export function awaitCommits(app: FastifyInstance, deps: Pick<HttpDependencies, 'reach'>): void {
  const name = SEQUENCE_HEADER.toLowerCase();
  app.addHook('onRequest', (request, _reply, done) => {
    const sent = request.headers[name];
    if (sent === undefined) done();
    else wait(String(sent), deps).then(() => done(), done);
  });
}

async function wait(sent: string, { reach }: Pick<HttpDependencies, 'reach'>): Promise<void> {
  const sequence = parseSequence(sent);
  await within(PATIENCE, reach(sequence), () => lateFor(sequence));
}

function parseSequence(sent: string): Sequence {
  const sequence = /^\d{1,16}$/.test(sent) ? Number(sent) : NaN;
  if (Number.isSafeInteger(sequence)) return sequence;
  throw invalidRequest(
    `${SEQUENCE_HEADER} must be a sequence number from an earlier response, but it is '${sent}'.`,
    undefined,
    because('INPUT_FORMAT', { name: SEQUENCE_HEADER, value: sent }),
  );
}

function lateFor(sequence: Sequence): CatalogError {
  return new CatalogError(
    'TIMEOUT',
    `This server has not caught up to sequence ${sequence} within ${PATIENCE / 1000} s. Try again, or omit ${SEQUENCE_HEADER}.`,
  );
}
