import { invalidRequest } from '../../../errors.ts';
import { asList } from '../../../util/json/json-input.ts';
import { checkBatchSize, readElements } from '../../../util/batch-size.ts';
import { readSystemMetadata } from '../read-proposal.ts';
import { underCondition } from '../../http/requests/write-condition.ts';
import { ingestProposals } from '../../../operations/entities/ingest-proposals.ts';
import { conditionalAction } from '../resource.ts';
import { readSnapshot } from '../snapshot.ts';

/** `POST /entities?action=ingest`: writes the aspects of one snapshot. */
export const ingestSnapshot = conditionalAction(
  ingestProposals,
  async ({ registry, json, requester, input, condition }) => {
    const systemMetadata = await readSystemMetadata(json, input['systemMetadata'], 'systemMetadata');
    const proposals = readSnapshot(registry, input['entity'], systemMetadata, 'entity');
    await requester.run(ingestProposals, underCondition(proposals, condition));
    return { done: true };
  },
);

/** `POST /entities?action=batchIngest`: writes the aspects of several snapshots, all or none. */
export const ingestSnapshots = conditionalAction(
  ingestProposals,
  async ({ registry, json, requester, input, condition }) => {
    const entities = asList(input['entities'], 'entities');
    checkBatchSize('entities', entities.length);
    const metadata = asList(input['systemMetadata'] ?? entities.map(() => null), 'systemMetadata');
    if (metadata.length !== entities.length) {
      throw invalidRequest(
        `entities and systemMetadata length must match, but they are ${entities.length} and ${metadata.length}.`,
      );
    }
    const proposals = await readElements(entities, 'entities', async (entity, at, index) => {
      const systemMetadata = await readSystemMetadata(json, metadata[index], `systemMetadata[${index}]`);
      return readSnapshot(registry, entity, systemMetadata, at);
    });
    await requester.run(ingestProposals, underCondition(proposals, condition));
    return { done: true };
  },
);
