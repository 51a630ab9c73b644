import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { SOURCE_INFO } from '../../model/ingestion/run-request.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import type { Urn } from '../../model/urn.ts';
import { parseCron } from '../../util/cron.ts';
import { given } from '../../util/given.ts';
import type { Work } from '../work.ts';
import { objectOf } from '../shapes.ts';

/** Platform privilege for ingestion sources and their runs. */
export const MANAGE_INGESTION = 'MANAGE_INGESTION';

/** Shape of all members of an ingestion source. */
export const SOURCE_SHAPE = {
  name: v.string(),
  type: v.string(),
  schedule: v.nullish(objectOf({ interval: v.string(), timezone: v.string() })),
  config: objectOf({
    recipe: v.string(),
    version: v.nullish(v.string()),
    executorId: v.string(),
    debugMode: v.nullish(v.boolean()),
    extraArgs: v.optional(v.record(v.string(), v.string())),
  }),
  /** Its origin; absent: created by a user. */
  origin: v.nullish(objectOf({ type: v.literal('SYSTEM') })),
};

type Source = v.InferOutput<v.ObjectSchema<typeof SOURCE_SHAPE, undefined>>;

/** Writes an ingestion source, replacing the stored one. INVALID_REQUEST for an invalid schedule. Returns its urn. */
export async function writeSource(
  urn: Urn,
  { name, type, schedule, origin: source, config: { recipe, executorId, ...optional } }: Source,
  work: Work,
): Promise<Urn> {
  if (schedule !== undefined && schedule !== null) {
    const times = parseCron(schedule.interval, schedule.timezone);
    if ('part' in times)
      throw invalidRequest(
        `schedule.${times.part} ${times.message}`,
        `schedule.${times.part}`,
        because('SCHEDULE_INVALID', { part: times.part }),
      );
  }
  const config = { recipe, executorId, ...given(optional) };
  await work.ingest([upsertOf(urn, SOURCE_INFO, { name, type, ...given({ schedule, source }), config })]);
  return urn;
}
