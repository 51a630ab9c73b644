import { expect, it } from 'vitest';
import { failureFor } from './failure.ts';

it.each([
  [400, 'query_shard_exception', 'failed to create query: maxClauseCount is set to 1024', 'INVALID_REQUEST'],
  [500, 'too_many_nested_clauses', 'Query contains too many nested clauses', 'INVALID_REQUEST'],
  [500, 'file_system_exception', 'segments_3: Too many open files', 'UNAVAILABLE'],
  [503, 'too_many_nested_clauses', '', 'UNAVAILABLE'],
])(
  'distinguishes errors of the request from those of the engine: %i %s, %s',
  (status, type, reason, code) => {
    expect(failureFor(status, { type, reason }, 'host').code).toBe(code);
  },
);
