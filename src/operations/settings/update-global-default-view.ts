import { upsertOf } from '../../model/proposal-builders.ts';
import { parseUrn } from '../../model/urn.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { readAspect } from '../stored.ts';
import { requireGlobal, storedChoice, viewChoice } from './default-view.ts';

/** The entity with the settings of the whole catalog, and their aspect. */
export const GLOBAL_SETTINGS = parseUrn('urn:li:globalSettings:0');
export const GLOBAL_INFO = 'globalSettingsInfo';

/** Sets or removes the default view of all users who have not chosen one. */
export const updateGlobalDefaultView = defineOperation({
  name: 'updateGlobalDefaultView',
  effect: 'write',
  summary: 'Sets the default view of all users who have not chosen one; without one, removes it.',
  input: viewChoice,
  needs: platform('MANAGE_GLOBAL_VIEWS'),
  run: async ({ defaultView: view }, work) => {
    const views = await storedChoice(view, work);
    const info = await readAspect(GLOBAL_SETTINGS, GLOBAL_INFO, work);
    if (view !== undefined) await requireGlobal(view.urn, 'The global default', work);
    await work.ingest([upsertOf(GLOBAL_SETTINGS, GLOBAL_INFO, { ...info, views })]);
  },
});
