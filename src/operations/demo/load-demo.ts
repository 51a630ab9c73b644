import * as v from 'valibot';
import { CatalogError } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { sharedCall } from '../../util/concurrency/shared-call.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { FLAG, described, objectOf } from '../shapes.ts';
import type { ProtectedWork, Services } from '../work.ts';
import { demoCommits, type DemoCommit, type DemoRecord } from './demo-records.ts';
import { sinceDemoMs, movedBy } from './move-dates.ts';

/** What the demo contains. */
export interface LoadedDemo {
  /** Number of entities. */
  readonly entities: number;
  /** Number of entities of each type, in the order of the demo. */
  readonly byType: readonly { readonly entityType: string; readonly count: number }[];
}

/** Records per commit at most. */
const BATCH = 500;

/** A catalog with an entity of these types is not empty. */
const ASSET_TYPES = ['dataset', 'dashboard', 'chart', 'dataFlow', 'dataJob', 'container', 'mlModel'] as const;

/** The load that runs now, by server. */
const running = new WeakMap<Services['readDemo'], () => Promise<LoadedDemo>>();

/**
 * Loads the sample data. Into a catalog without assets: with its history, by the people of the demo, with all dates relative to
 * today. With `force`, also into another catalog: only the current values, as the caller; loading it again on the same day
 * changes nothing. Concurrent requests of one server share a load. Throws CONFLICT if the catalog has assets, soft-deleted
 * ones included, and `force` is not set. A load that is interrupted has written a part.
 */
export const loadDemo = defineProtected({
  name: 'loadDemo',
  effect: 'write',
  summary: 'Loads the sample data of a fictional company into a catalog without assets.',
  needs: platform('MANAGE_SYSTEM_OPERATIONS'),
  denial: () => 'Unauthorized to load the demo.',
  input: () =>
    objectOf({
      force: v.nullish(
        described(
          'Whether to load it into a catalog that has assets, too; replaces values of entities with the same urns. Default: false.',
          FLAG,
        ),
        false,
      ),
    }),
  run: async ({ force }, work): Promise<LoadedDemo> => {
    const { restriction } = work.actor;
    if (restriction?.entityTypes !== undefined || restriction?.properties !== undefined) {
      const message = 'A token that is restricted to entity types or properties cannot load the demo.';
      throw new CatalogError('FORBIDDEN', message);
    }
    const { readDemo } = work.services;
    const known = running.get(readDemo);
    if (known !== undefined) return known();
    const call = sharedCall(() => load(force, work).finally(() => running.delete(readDemo)));
    running.set(readDemo, call);
    return call();
  },
});

async function load(force: boolean, work: ProtectedWork): Promise<LoadedDemo> {
  const { actor, services, settings } = work;
  const asset = await anyAsset(services);
  if (asset !== undefined && !force) {
    throw new CatalogError(
      'CONFLICT',
      `The catalog already has ${entityTypeOf(asset)}s. Use an empty catalog, or set force to add the demo to this one.`,
      because('CATALOG_NOT_EMPTY'),
    );
  }
  const commits = demoCommits(await services.readDemo());
  const offsetMs = sinceDemoMs(settings.now());
  const write = async (by: Urn, records: readonly DemoRecord[], at?: number): Promise<void> => {
    for (let start = 0; start < records.length; start += BATCH) {
      const proposals = records.slice(start, start + BATCH).map((record) => proposalOf(record, offsetMs));
      await services.change.ingest(by, proposals, at === undefined ? {} : { at });
    }
  };
  if (asset !== undefined) await write(actor.urn, latestOf(commits));
  else for (const { records, stamp } of commits) await write(stamp.actor, records, stamp.time + offsetMs);
  return contentsOf(commits);
}

/** An entity of one of the types of assets; undefined if there is none. */
async function anyAsset({ reader }: Services): Promise<Urn | undefined> {
  for (const entityType of ASSET_TYPES) {
    const { urns } = await reader.urns({ entityType, limit: 1 });
    if (urns[0] !== undefined) return urns[0];
  }
  return undefined;
}

function proposalOf({ aspectName, runId, urn, value }: DemoRecord, offsetMs: number): MetadataChangeProposal {
  const proposal = upsertOf(urn, aspectName, movedBy(offsetMs, aspectName, value));
  return runId === undefined ? proposal : { ...proposal, systemMetadata: { runId } };
}

/** The last record of each aspect, in the order of the first; all points of timeseries aspects. */
function latestOf(commits: readonly DemoCommit[]): readonly DemoRecord[] {
  const latest = new Map<string, DemoRecord>();
  for (const record of commits.flatMap(({ records }) => records)) {
    const { aspectName, urn, value } = record;
    latest.set(JSON.stringify([urn, aspectName, value['timestampMillis'] ?? null]), record);
  }
  return [...latest.values()];
}

function contentsOf(commits: readonly DemoCommit[]): LoadedDemo {
  const urns = new Set(commits.flatMap(({ records }) => records.map(({ urn }) => urn)));
  const counts = new Map<string, number>();
  for (const urn of urns) counts.set(entityTypeOf(urn), (counts.get(entityTypeOf(urn)) ?? 0) + 1);
  return {
    entities: urns.size,
    byType: [...counts].map(([entityType, count]) => ({ entityType, count })),
  };
}
