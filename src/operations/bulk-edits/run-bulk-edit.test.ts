import { describe, expect, it } from 'vitest';
import { turnsDuring } from '../../../test/support/turns.ts';
import { CatalogError } from '../../errors.ts';
import type { AssetEdit, EditFailure } from '../../model/bulk-edit.ts';
import { parseUrn } from '../../model/urn.ts';
import type { Requester } from '../requester.ts';
import type { BulkEditRequest } from './bulk-edits.ts';
import { findRefusedEdits } from './find-refused-edits.ts';
import { PER_COMMIT } from './in-halves.ts';
import { runBulkEdit } from './run-bulk-edit.ts';

const BATCHES = 20;

function request(): BulkEditRequest {
  const assets = Array.from({ length: BATCHES * PER_COMMIT }, (_, i): AssetEdit => ({
    urn: parseUrn(`urn:li:tag:t${i}`),
    edits: [{ field: 'tags', action: 'clear', values: [] }],
  }));
  return { about: {}, assets, failures: [], lines: new Map(), isTrial: true, runId: 'run', since: '1' };
}

/** Answers the operations of a bulk edit synchronously. */
function answering(refused: (urns: readonly AssetEdit[]) => readonly EditFailure[], edit: () => void) {
  const run = (operation: unknown, input: { readonly assets: readonly AssetEdit[] }): Promise<unknown> => {
    if (operation === findRefusedEdits) return Promise.resolve(refused(input.assets));
    edit();
    return Promise.resolve([]);
  };
  // The edit runs only these two operations.
  return { run: run as Requester['run'] };
}

async function turnsOf(requester: Pick<Requester, 'run'>): Promise<number> {
  return turnsDuring(() =>
    runBulkEdit(request(), {
      requester: () => Promise.resolve(requester),
      isStopped: () => Promise.resolve(false),
      signal: new AbortController().signal,
      reportProgress: () => undefined,
    }),
  );
}

describe('a bulk edit', () => {
  it('yields after each refused batch', async () => {
    const refused = (assets: readonly AssetEdit[]) =>
      assets.map(({ urn }): EditFailure => ({ urn, code: 'NOT_FOUND', message: 'It does not exist.' }));
    expect(await turnsOf(answering(refused, () => undefined))).toBeGreaterThanOrEqual(BATCHES);
  });

  it('yields after each batch of a dry run', async () => {
    const requester = answering(
      () => [],
      () => undefined,
    );
    expect(await turnsOf(requester)).toBeGreaterThanOrEqual(BATCHES);
  });

  it('yields after each individually refused asset', async () => {
    const requester = answering(
      () => [],
      () => {
        throw new CatalogError('VALIDATION', 'It cannot have this value.');
      },
    );
    expect(await turnsOf(requester)).toBeGreaterThanOrEqual(BATCHES * PER_COMMIT);
  });
});
