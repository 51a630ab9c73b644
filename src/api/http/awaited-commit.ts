import type { FastifyInstance } from 'fastify';
import { CatalogError, invalidRequest } from '../../errors.ts';
import type { Sequence } from '../../model/sequence.ts';
import { within } from '../../util/within.ts';
import type { HttpDependencies } from './dependencies.ts';
import { SEQUENCE_HEADER } from './write-answer.ts';

/** Longest time, in ms, that a request waits for a commit. */
const PATIENCE = 10_000;

/**
 * Lets a request that sends back the number of a commit wait until the answer rests on it: what one process has written,
 * the next request sees, whichever process answers that. Comes before authentication, because a revoked token, too, must
 * be known by then.
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
    `${SEQUENCE_HEADER} must be the number of a commit, as an answer has it, but is '${sent}'.`,
  );
}

function lateFor(sequence: Sequence): CatalogError {
  return new CatalogError(
    'TIMEOUT',
    `This server has not taken over commit ${sequence} within ${PATIENCE / 1000} s. Try again, or leave out ${SEQUENCE_HEADER}.`,
  );
}
