import { invalidRequest } from '../errors.ts';
import { because } from '../refusals.ts';

/** Position of a page's last point, in the sort order of the time index. */
export type PointPosition = readonly [timestamp: number, entityId: number, pointKey: string];

/** Parses a position returned as `ScannedPoint.position`; INVALID_REQUEST when malformed. */
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
    // Not JSON: reported below.
  }
  throw invalidRequest(
    `Invalid scroll id: ${written}. Use the scroll id of the previous page, or none.`,
    undefined,
    because('CURSOR_INVALID'),
  );
}
