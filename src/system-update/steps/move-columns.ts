import { setTimeout as sleep } from 'node:timers/promises';
import { moveColumns as move, type MoveParts } from '../../effects/move-columns.ts';
import type { UpdateStep } from '../step.ts';

/**
 * Moves properties between dedicated and shared index fields. Runs on request, and at the next start if a move was
 * interrupted: until it ends, the properties are written twice.
 */
export function moveColumns(parts: MoveParts): UpdateStep {
  return {
    id: 'move-columns',
    isBlocking: false,
    need: () => {
      const { columns } = parts.index;
      if (columns === undefined) {
        const reason = 'In the embedded index every property has a dedicated field.';
        return Promise.resolve({ verdict: 'impossible', reason, cause: 'NOT_FOR_THIS_ENGINE' });
      }
      return Promise.resolve(
        columns.stage === undefined
          ? {
              verdict: 'possible',
              reason: 'Properties keep their fields in the index until you start this step.',
              cause: 'ON_REQUEST',
            }
          : {
              verdict: 'needed',
              reason: 'Properties are being moved to other fields of the index.',
              cause: 'DUE',
            },
      );
    },
    run: async (control) => {
      const wait = (ms: number): Promise<void> => sleep(ms, undefined, { signal: control.signal });
      return { ...(await move(parts, { ...control, wait })) };
    },
  };
}
