import { describe, expect, it } from 'vitest';
import { ownPaths } from './own-paths.ts';

describe('the description of an own route', () => {
  it.each([
    { effect: 'write', mayMiss: false, statuses: ['200', '400', '401', '403', '404', '409', '410'] },
    { effect: 'read', mayMiss: false, statuses: ['200', '400', '401', '403'] },
    { effect: 'read', mayMiss: true, statuses: ['200', '400', '401', '403', '404'] },
  ] as const)('has the answers of a $effect, mayMiss: $mayMiss', ({ effect, mayMiss, statuses }) => {
    const operation = { name: 'undoDeletion', effect };
    const paths = ownPaths([{ method: 'POST', path: '/undo', operation, summary: '', mayMiss }]);
    const answers = Object.fromEntries(statuses.map((status) => [status, expect.anything() as unknown]));
    expect(paths).toEqual({
      '/undo': { post: expect.objectContaining({ responses: answers }) as unknown },
    });
  });
});
