import { invalidRequest } from '../errors.ts';

/** Where a page ends, by the order of the index on times. */
export type PointPosition = readonly [timestamp: number, entityId: number, pointKey: string];

/** The position of a text that a page told; INVALID_REQUEST for another text. */
export function readPosition(written: string): PointPosition {
  try {
    const parts: unknown = JSON.parse(written);
    if (Array.isArray(parts)) {
      const timestamp: unknown = parts[0];
      const entityId: unknown = parts[1];
      const pointKey: unknown = parts[2];
      if (typeof timestamp === 'number' && typeof entityId === 'number' && typeof pointKey === 'string') {
        return [timestamp, entityId, pointKey];
      }
    }
  } catch {
    // Told below, with everything else that is none.
  }
  throw invalidRequest(`Invalid scroll id: ${written}. Use the one of the page before, or none.`);
}
