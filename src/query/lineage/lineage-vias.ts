import { COLUMN_TYPE } from '../../model/relationships/lineage.ts';
import type { Scope } from '../../model/scope.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { STATES_VIA } from '../../search/links/edges.ts';
import type { SearchReader } from '../../search/search-index.ts';
import { unrestrictedUrns } from '../../search/unrestricted.ts';
import type { LineageStep } from './lineage-neighbours.ts';
import type { LineagePath } from './lineage-paths.ts';
import { latestOf, linksBehind, type LinkParts } from './lineage-window.ts';

/** Number of entities whose links are read at a time. */
const READ = 500;

/**
 * Adds to paths the queries that create links between entities; a walk knows only those between columns. Reads only
 * entities with such links, found by the index. Hidden queries are omitted.
 */
export async function withVias(
  paths: readonly LineagePath[],
  scope: Scope,
  parts: LinkParts & { readonly index: SearchReader },
): Promise<(path: LineagePath) => LineagePath> {
  const steps = [...new Set(paths.flat())].filter(({ from }) => entityTypeOf(from) !== COLUMN_TYPE);
  const byHolder = Map.groupBy(steps, ({ statedBy }) => statedBy);
  const holders = [...byHolder.keys()];
  const completed = new Map<LineageStep, LineageStep>();
  for (let start = 0; start < holders.length; start += READ) {
    const asked = unrestrictedUrns(holders.slice(start, start + READ));
    const stating = await parts.index.values(asked, STATES_VIA);
    const behind = await linksBehind(
      [...stating.keys()].flatMap((holder) => byHolder.get(holder) ?? []),
      scope,
      parts,
    );
    const vias = [...behind].flatMap(([step, links]): [LineageStep, Urn][] => {
      const via = latestOf(links)?.via;
      return via === undefined ? [] : [[step, via]];
    });
    await scope.settle(vias.map(([, via]) => via));
    for (const [step, via] of vias) if (scope.seesEntity(via)) completed.set(step, { ...step, via });
  }
  return (path) => (completed.size === 0 ? path : path.map((step) => completed.get(step) ?? step));
}
