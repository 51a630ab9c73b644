import { invalidRequest } from '../../../errors.ts';
import { asList } from '../../../util/json/json-input.ts';
import { checkBatchSize, readElements } from '../../../util/batch-size.ts';
import { readSystemMetadata } from '../read-proposal.ts';
import type { ActionAnswer, ActionCall } from '../resource.ts';
import { readSnapshot } from '../snapshot.ts';

/** `POST /entities?action=ingest`: writes the aspects of one snapshot. */
export async function ingestSnapshot({ registry, json, catalog, input }: ActionCall): Promise<ActionAnswer> {
  const systemMetadata = await readSystemMetadata(json, input['systemMetadata'], 'systemMetadata');
  const { sequence } = await catalog.ingest(
    readSnapshot(registry, input['entity'], systemMetadata, 'entity'),
  );
  return { done: true, sequence };
}

/** `POST /entities?action=batchIngest`: writes the aspects of several snapshots, all or none. */
export async function ingestSnapshots({ registry, json, catalog, input }: ActionCall): Promise<ActionAnswer> {
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
  const { sequence } = await catalog.ingest(proposals);
  return { done: true, sequence };
}
