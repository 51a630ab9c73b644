import type { Sequence } from '../../../model/sequence.ts';
import type { Urn } from '../../../model/urn.ts';
import type { RowWrite } from '../../metadata-store.ts';
import { textsOnce } from '../../rows/metadata-texts.ts';
import { binaryColumns, columnsOf } from '../columns.ts';
import type { WriteTransaction } from '../write-session.ts';
import { runKey } from '../row-columns.ts';
import type { PlacedWrite } from './write-waves.ts';

type Of<Kind extends RowWrite['kind']> = PlacedWrite<Extract<RowWrite, { kind: Kind }>>;

/** Assigns increasing numbers to entities before they are created. */
export function numberEntities(
  { given }: WriteTransaction,
  writes: readonly Of<'createEntity'>[],
): ReadonlyMap<Urn, number> {
  return new Map(writes.map(({ write }) => [write.entity.urn, ++given.entity]));
}

/** Inserts entities with the given numbers. `commits`: the commits that the writes refer to by index. */
export async function createEntities(
  transaction: WriteTransaction,
  writes: readonly Of<'createEntity'>[],
  commits: readonly { readonly sequence: Sequence }[],
  numbers = numberEntities(transaction, writes),
): Promise<void> {
  const textOf = textsOnce();
  const rows = writes.map(({ commit, write: { entity } }) => {
    const { urn, created, systemMetadata } = entity;
    const stored = [created.time, created.actor, textOf(systemMetadata)] as const;
    const run = [runKey(systemMetadata), systemMetadata.lastObserved];
    return [numbers.get(urn) ?? null, urn, ...stored, ...run, commits[commit]?.sequence ?? 0];
  });
  await transaction.query(
    `INSERT INTO colophon_entity SELECT * FROM
       unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])`,
    binaryColumns(rows, ['bigint', 'text', 'bigint', 'text', 'text', 'text', 'bigint', 'bigint']),
  );
}

/** Replaces the system metadata of entities, which includes their run. */
export async function touchEntities(
  transaction: WriteTransaction,
  writes: readonly Of<'touchEntity'>[],
): Promise<void> {
  const rows = writes.map(({ write: { urn, systemMetadata } }) => [
    urn,
    JSON.stringify(systemMetadata),
    runKey(systemMetadata),
    systemMetadata.lastObserved,
  ]);
  await transaction.query(
    `UPDATE colophon_entity e SET systemmetadata = i.system, run_id = i.run_id, last_observed = i.observed
     FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS i (urn, system, run_id, observed)
     WHERE e.urn = i.urn`,
    columnsOf(rows, 4),
  );
}
