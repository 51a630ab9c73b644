import type { FastifyRequest } from 'fastify';
import { acceptProposals } from '../../operations/entities/accept-proposals.ts';
import { ingestProposals, type IngestResult } from '../../operations/entities/ingest-proposals.ts';
import { checkBatchSize } from '../../util/batch-size.ts';
import { conditionOf, underCondition } from '../http/requests/write-condition.ts';
import { requesterOf } from '../http/request-context.ts';
import { isRequestedAsync } from './answer-writes.ts';
import { readBatch, readEachOfBatch, type Batch } from './read-batch.ts';

/**
 * Writes the batches of a request in order, under the condition in its headers: all or none, unless the request says
 * `async=true`. Then each proposal is written or refused separately, even if it cannot be parsed.
 */
export async function writeBatches(
  request: FastifyRequest,
  batches: readonly Batch[],
): Promise<Pick<IngestResult, 'results'>> {
  const requester = requesterOf(request);
  const condition = conditionOf(request);
  return isRequestedAsync(request)
    ? requester.run(acceptProposals, underCondition(await readInOrder(batches, readEachOfBatch), condition))
    : requester.run(ingestProposals, underCondition(await readInOrder(batches, readBatch), condition));
}

async function readInOrder<Proposal>(
  batches: readonly Batch[],
  read: (batch: Batch) => Promise<readonly Proposal[]>,
): Promise<readonly Proposal[]> {
  const proposals: Proposal[] = [];
  for (const batch of batches) {
    for (const proposal of await read(batch)) proposals.push(proposal);
    checkBatchSize('The list of changes in the body', proposals.length);
  }
  return proposals;
}
