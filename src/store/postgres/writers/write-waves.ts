import type { RowWrite } from '../../metadata-store.ts';

/** A write with the index of its commit in the group. */
export interface PlacedWrite<Write extends RowWrite = RowWrite> {
  readonly commit: number;
  readonly write: Write;
}

/**
 * Splits writes into the fewest waves. Within a wave no two writes touch the same row, so all writes of a kind can
 * be one statement; writes to the same row are in successive waves, in order. A wave creates its entities first.
 */
export function toWaves(writes: readonly PlacedWrite[]): readonly (readonly PlacedWrite[])[] {
  const waves: PlacedWrite[][] = [];
  /** Last wave that touches exactly this path. */
  const at = new Map<string, number>();
  /** Last wave that touches this path or anything below it. */
  const within = new Map<string, number>();
  for (const placed of writes) {
    const paths = pathsOf(placed.write);
    const own = paths.at(-1) ?? '';
    let wave = (within.get(own) ?? -1) + 1;
    for (const path of paths) wave = Math.max(wave, (at.get(path) ?? -1) + 1);
    (waves[wave] ??= []).push(placed);
    // Writes to a new entity can share the wave that creates it.
    at.set(own, placed.write.kind === 'createEntity' ? wave - 1 : wave);
    for (const path of paths) within.set(path, Math.max(within.get(path) ?? -1, wave));
  }
  return waves;
}

/** Paths that a write touches, from the whole entity down to the exact part. */
function pathsOf(write: RowWrite): readonly string[] {
  switch (write.kind) {
    case 'createEntity':
      return nested(write.entity.urn);
    case 'deleteEntity':
      return nested(write.urn);
    case 'touchEntity':
      return nested(write.urn, '');
    case 'putAspect':
    case 'revertAspect':
      return nested(write.row.aspect.urn, write.row.aspect.aspectName);
    case 'touchAspect':
    case 'deleteAspect':
    case 'deletePoints':
      return nested(write.urn, write.aspectName);
    case 'putPoint': {
      const { urn, aspectName } = write.aspect;
      return nested(urn, aspectName, `${write.timestampMillis} ${write.pointKey}`);
    }
    case 'beginGeneration':
      return nested(write.record.propertyUrn, ' generation', String(write.record.generation));
    case 'endGeneration':
    case 'noteRemoval':
    case 'dropMapping':
      return nested(write.propertyUrn, ' generation', String(write.generation));
  }
}

function nested(...parts: readonly string[]): readonly string[] {
  let path = '';
  return parts.map((part) => (path += `${part}\0`));
}
