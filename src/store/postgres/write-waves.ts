import type { RowWrite } from '../metadata-store.ts';

/** A write with the place of its commit in the group. */
export interface PlacedWrite<Write extends RowWrite = RowWrite> {
  readonly commit: number;
  readonly write: Write;
}

/**
 * Writes in the fewest waves: within one, no two touch the same row, so that all writes of a kind can be one statement;
 * whatever touches a row comes in a later wave than what was to touch it before. Entities are created first in a wave.
 */
export function toWaves(writes: readonly PlacedWrite[]): readonly (readonly PlacedWrite[])[] {
  const waves: PlacedWrite[][] = [];
  /** The last wave that touches exactly what a path names, and the last that touches anything in it. */
  const at = new Map<string, number>();
  const within = new Map<string, number>();
  for (const placed of writes) {
    const paths = pathsOf(placed.write);
    const own = paths.at(-1) ?? '';
    const around = paths.slice(0, -1).map((path) => at.get(path) ?? -1);
    const wave = Math.max(...around, within.get(own) ?? -1) + 1;
    (waves[wave] ??= []).push(placed);
    // What is written of a new entity can share the wave of its creation.
    at.set(own, placed.write.kind === 'createEntity' ? wave - 1 : wave);
    for (const path of paths) within.set(path, Math.max(within.get(path) ?? -1, wave));
  }
  return waves;
}

/** What a write touches, from the whole entity down to the part that it touches. */
function pathsOf(write: RowWrite): readonly string[] {
  switch (write.kind) {
    case 'createEntity':
      return [write.entity.urn];
    case 'deleteEntity':
      return [write.urn];
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
  return parts.map((_, depth) => parts.slice(0, depth + 1).join('\0'));
}
