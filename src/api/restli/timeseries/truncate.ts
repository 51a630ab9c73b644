import { invalidRequest } from '../../../errors.ts';
import { entitySpec } from '../../../model/registry/find-in-registry.ts';
import type { Sequence } from '../../../model/sequence.ts';
import type { Urn } from '../../../model/urn.ts';
import { asText, optionalFlag, optionalInteger } from '../../../util/json/json-input.ts';
import { nextTurn } from '../../../util/concurrency/next-turn.ts';
import type { ActionAnswer, ActionCall } from '../resource.ts';
import { timeseriesAspect } from './analytics.ts';
import { scanPoints } from './read-points.ts';

/**
 * `POST /operations?action=truncateTimeseriesAspect`: deletes the points of a timeseries aspect of all entities of a
 * type up to `endTimeMillis`, inclusive; with `dryRun` (default true), only counts them. The response is a sentence
 * from which DataHub's garbage collection parses the first two numbers.
 */
export async function truncateTimeseriesAspect({
  registry,
  catalog,
  input,
}: ActionCall): Promise<ActionAnswer> {
  catalog.requirePrivilege(
    ['TRUNCATE_TIMESERIES_INDEX_PRIVILEGE', 'MANAGE_SYSTEM_OPERATIONS'],
    'User is unauthorized to truncate timeseries aspects.',
  );
  const entity = entitySpec(registry, asText(input['entityType'], 'entityType'));
  const { name: aspectName } = timeseriesAspect(entity, asText(input['aspect'], 'aspect'));
  const to = optionalInteger(input['endTimeMillis'], 'endTimeMillis');
  if (to === undefined)
    throw invalidRequest(
      'endTimeMillis is missing. Give the time up to which points are deleted, in epoch ms.',
    );
  const isDryRun = optionalFlag(input['dryRun'], 'dryRun') ?? true;
  const source = { entityType: entity.name, aspectName };
  const holders = new Set<Urn>();
  let [old, total] = [0, 0];
  for await (const { value, urn } of scanPoints(catalog, source, { from: undefined, to: undefined })) {
    total++;
    if (Number(value['timestampMillis']) > to) continue;
    old++;
    holders.add(urn);
  }
  const share = total === 0 ? 0 : (100 * old) / total;
  const summary = `Delete ${old} out of ${total} rows (${share.toFixed(2)}%).`;
  if (isDryRun) {
    return { value: `${summary} This was a dry run. Run with dryRun = false to execute.` };
  }
  let removed = 0;
  let last: Sequence | undefined;
  for (const urn of holders) {
    const { timeseriesRows, sequence } = await catalog.deletePoints({ urn, aspectName, to });
    removed += timeseriesRows;
    last = sequence;
    await nextTurn();
  }
  return { value: `${summary} Deleted ${removed} rows.`, ...(last !== undefined && { sequence: last }) };
}
