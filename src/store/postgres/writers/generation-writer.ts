import type { RowWrite } from '../../metadata-store.ts';
import type { Queryable } from '../connection.ts';
import { storedName } from '../row-columns.ts';

/** Writes to property generations. */
export type GenerationWrite = Extract<
  RowWrite,
  { kind: 'beginGeneration' | 'endGeneration' | 'noteRemoval' | 'dropMapping' }
>;

/** Writes the record of a property generation. Rare, so not batched. */
export async function writeGeneration(database: Queryable, write: GenerationWrite): Promise<void> {
  if (write.kind === 'beginGeneration') {
    const { propertyUrn, generation, qualifiedName, entityTypes } = write.record;
    await database.query(
      `INSERT INTO colophon_property_generation (property_urn, generation, qualified_name, entity_types)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT (property_urn, generation) DO UPDATE SET qualified_name = excluded.qualified_name,
         entity_types = excluded.entity_types, ended = NULL, removal = NULL, dropped_from = '[]'`,
      [propertyUrn, generation, storedName(qualifiedName), JSON.stringify(entityTypes)],
    );
    return;
  }
  const [column, value] = columnOf(write);
  await database.query(
    `UPDATE colophon_property_generation SET ${column} = $1 WHERE property_urn = $2 AND generation = $3`,
    [JSON.stringify(value), write.propertyUrn, write.generation],
  );
}

function columnOf(
  write: Exclude<GenerationWrite, { kind: 'beginGeneration' }>,
): readonly [column: string, value: unknown] {
  switch (write.kind) {
    case 'endGeneration':
      return ['ended', write.ended];
    case 'noteRemoval':
      return ['removal', write.removal];
    case 'dropMapping':
      return ['dropped_from', write.droppedFrom];
  }
}
