import { invalidRequest } from '../../../errors.ts';
import { entitySpec } from '../../../model/registry/find-in-registry.ts';
import { truncatePoints } from '../../../operations/timeseries/truncate-points.ts';
import { asText, optionalFlag, optionalInteger } from '../../../util/json/json-input.ts';
import { action } from '../resource.ts';
import { timeseriesAspect } from './analytics.ts';

/**
 * `POST /operations?action=truncateTimeseriesAspect`: deletes the points of a timeseries aspect of all entities of a
 * type up to `endTimeMillis`, inclusive; with `dryRun` (default true), only counts them. The response is a sentence
 * from which DataHub's garbage collection parses the first two numbers.
 */
export const truncateTimeseriesAspect = action(truncatePoints, async ({ registry, requester, input }) => {
  const entity = entitySpec(registry, asText(input['entityType'], 'entityType'));
  const { name: aspectName } = timeseriesAspect(entity, asText(input['aspect'], 'aspect'));
  const to = optionalInteger(input['endTimeMillis'], 'endTimeMillis');
  if (to === undefined)
    throw invalidRequest(
      'endTimeMillis is missing. Give the time up to which points are deleted, in epoch ms.',
    );
  const dryRun = optionalFlag(input['dryRun'], 'dryRun') ?? true;
  const truncation = { entityType: entity.name, aspectName, to, dryRun };
  const { old, total, removed } = await requester.run(truncatePoints, truncation);
  const share = total === 0 ? 0 : (100 * old) / total;
  const summary = `Delete ${old} out of ${total} rows (${share.toFixed(2)}%).`;
  return {
    value: dryRun
      ? `${summary} This was a dry run. Run with dryRun = false to execute.`
      : `${summary} Deleted ${removed} rows.`,
  };
});
