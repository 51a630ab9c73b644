import * as v from 'valibot';
import { upsertOf } from '../../model/proposal-builders.ts';
import { object } from '../../util/json/json-members.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { readAspect } from '../stored.ts';
import { GLOBAL_INFO, GLOBAL_SETTINGS } from './update-global-default-view.ts';
import { objectOf } from '../shapes.ts';

/** Sets whether the navigation of DataHub's web application shows applications. */
export const updateApplicationsSettings = defineOperation({
  name: 'updateApplicationsSettings',
  effect: 'write',
  summary: 'Sets whether the navigation of the web application shows applications.',
  input: () => objectOf({ enabled: v.boolean() }),
  needs: platform('MANAGE_FEATURES'),
  run: async ({ enabled }, work) => {
    const info = await readAspect(GLOBAL_SETTINGS, GLOBAL_INFO, work);
    const applications = { ...object(info?.['applications']), enabled };
    await work.ingest([upsertOf(GLOBAL_SETTINGS, GLOBAL_INFO, { ...info, applications })]);
  },
});
