import type { EntityAspects } from '../../model/aspect.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { columnUrnsOf } from '../../model/relationships/column-holder.ts';
import type { Sequence } from '../../model/sequence.ts';
import { isUrn, type Urn } from '../../model/urn.ts';
import { ReadSize } from '../../store/read-limit.ts';
import { nextTurnOfRead } from '../../util/concurrency/cancellation.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import { objects, text } from '../../util/json/json-members.ts';
import type { Work } from '../work.ts';
import { restoredEntity } from './restored-entity.ts';

/** Columns that are restored with their entity. */
export interface RestoredColumns {
  readonly count: number;
  readonly proposals: readonly MetadataChangeProposal[];
}

/**
 * Proposals that restore the columns deleted together with an entity: those in its schema. A column that is not in
 * the schema needs a separate undo. Throws TOO_LARGE beyond the size of one read.
 */
export async function restoredColumns(
  entity: Urn,
  deleted: EntityAspects,
  deletion: Sequence,
  { query, scope, settings }: Pick<Work, 'query' | 'scope' | 'settings'>,
): Promise<RestoredColumns> {
  const proposals: MetadataChangeProposal[] = [];
  const size = new ReadSize(settings.readSize);
  let count = 0;
  for (const column of columnsIn(entity, deleted)) {
    if (isTurnOver()) await nextTurnOfRead();
    const lost = await query.lastDeletion(column, scope);
    if (lost?.sequence !== deletion) continue;
    for (const aspect of lost.aspects.values()) size.addOrThrow(aspect.text);
    const existing = (await query.getEntities([column], undefined, scope)).get(column);
    const restored = restoredEntity(column, lost, existing);
    if (restored.proposals.length === 0) continue;
    count++;
    for (const proposal of restored.proposals) proposals.push(proposal);
  }
  return { count, proposals };
}

function columnsIn(entity: Urn, deleted: EntityAspects): ReadonlySet<Urn> {
  const fields = [
    ...objects(deleted.get('schemaMetadata')?.value['fields']),
    ...objects(deleted.get('editableSchemaMetadata')?.value['editableSchemaFieldInfo']),
  ];
  const urns = fields.map(({ fieldPath }) => `${columnUrnsOf(entity)}${text(fieldPath) ?? ''})`);
  return new Set(urns.filter(isUrn));
}
