import type { FastifyRequest } from 'fastify';
import { acceptProposals } from '../../operations/entities/accept-proposals.ts';
import { ingestProposals, type IngestResult } from '../../operations/entities/ingest-proposals.ts';
import { checkBatchSize } from '../../util/batch-size.ts';
import { conditionOf, underCondition } from '../http/requests/write-condition.ts';
import { requesterOf } from '../http/request-context.ts';
import { isAskedAsync } from './answer-writes.ts';
import { readBatch, readGoodBatch, type Batch } from './read-batch.ts';

/**
 * Writes the batches of a request under the condition in its headers, in order: all or none, unless the request says `async=true`. Then what is wrong with one
 * proposal, even that it cannot be read, keeps no other from being written.
 */
export async function writeBatches(
  request: FastifyRequest,
  batches: readonly Batch[],
): Promise<Pick<IngestResult, 'results'>> {
  const requester = requesterOf(request);
  const condition = conditionOf(request);
  return isAskedAsync(request)
    ? requester.run(acceptProposals, underCondition(await readInOrder(batches, readGoodBatch), condition))
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
