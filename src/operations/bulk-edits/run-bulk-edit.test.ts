import { describe, expect, it } from 'vitest';
import { turnsDuring } from '../../../test/support/turns.ts';
import { CatalogError } from '../../errors.ts';
import type { AssetEdit, EditFailure } from '../../model/bulk-edit.ts';
import { parseUrn } from '../../model/urn.ts';
import type { Requester } from '../requester.ts';
import type { BulkEditRequest } from './bulk-edits.ts';
import { applyStructuredPropertyPlan } from '../structured-properties/apply-structured-property-plan.ts';
import { editAssets } from './edit-assets.ts';
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

const PROPERTY = parseUrn('urn:li:structuredProperty:level');

/** An edit that writes a definition after all assets. */
function redefining(): BulkEditRequest {
  return {
    ...request(),
    isTrial: false,
    redefines: { urn: PROPERTY, propertyDefinition: {}, keepValues: true },
  };
}

/** Runs an edit that ends after a number of batches, and returns the operations that it has run. */
async function operationsUntil(
  batches: number,
  how: 'killed' | 'stopped' | 'refused',
): Promise<{ readonly edits: number; readonly definitions: number }> {
  const counts = { edits: 0, definitions: 0 };
  const killed = new AbortController();
  const run = (operation: unknown): Promise<unknown> => {
    if (operation === applyStructuredPropertyPlan) counts.definitions++;
    if (operation === editAssets && ++counts.edits > batches && how === 'refused')
      throw new CatalogError('FORBIDDEN', 'It may not be changed.');
    if (counts.edits === batches && how === 'killed') killed.abort();
    return Promise.resolve(operation === applyStructuredPropertyPlan ? { commit: 1 } : []);
  };
  const ended = runBulkEdit(redefining(), {
    // The edit runs only these operations.
    requester: () => Promise.resolve({ run: run as Requester['run'] }),
    isStopped: () => Promise.resolve(how === 'stopped' && counts.edits === batches),
    signal: killed.signal,
    reportProgress: () => undefined,
  });
  await ended.catch((error: unknown) => {
    if (!(error instanceof CatalogError)) throw error;
  });
  return counts;
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

describe('a bulk edit that writes a definition', () => {
  it('writes it after the last batch only, whenever it is interrupted', async () => {
    for (const how of ['killed', 'stopped', 'refused'] as const) {
      for (let batches = 0; batches < BATCHES; batches++) {
        expect(await operationsUntil(batches, how), `${how} after ${batches}`).toMatchObject({
          definitions: 0,
        });
      }
    }
    expect(await operationsUntil(Infinity, 'stopped')).toEqual({ edits: BATCHES, definitions: 1 });
  });
});

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
