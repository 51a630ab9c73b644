import { setTimeout as sleep } from 'node:timers/promises';
import { moveColumns as move, type MoveParts } from '../../effects/move-columns.ts';
import type { UpdateStep } from '../step.ts';

/**
 * Moves properties between index fields of their own and shared ones. Runs on request, and at the next start when a
 * move was interrupted: until it has ended, writers write the properties twice.
 */
export function moveColumns(parts: MoveParts): UpdateStep {
  return {
    id: 'move-columns',
    isBlocking: false,
    need: () => {
      const { columns } = parts.index;
      if (columns === undefined) {
        const reason = 'In the embedded index every property has a field of its own.';
        return Promise.resolve({ verdict: 'impossible', reason });
      }
      return Promise.resolve(
        columns.stage === undefined
          ? {
              verdict: 'possible',
              reason: 'Properties keep their fields in the index until you start this step.',
            }
          : { verdict: 'needed', reason: 'Properties are being moved to other fields of the index.' },
      );
    },
    run: async (control) => {
      const wait = (ms: number): Promise<void> => sleep(ms, undefined, { signal: control.signal });
      return { ...(await move(parts, { ...control, wait })) };
    },
  };
}
