import * as v from 'valibot';
import { TOKEN } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { changeOwnSettings } from './user-settings.ts';
import { objectOf } from '../shapes.ts';

/** Changes one of the caller's appearance settings of the web application. */
export const updateOwnAppearance = defineOperation({
  name: 'updateOwnAppearance',
  effect: 'write',
  summary: 'Changes one of your settings of the web interface.',
  input: () =>
    objectOf({ setting: v.picklist(['showSimplifiedHomepage', 'showThemeV2']), value: v.boolean() }),
  needs: TOKEN,
  run: ({ setting, value }, work) =>
    changeOwnSettings('appearance', (before) => ({ ...before, [setting]: value }), work),
});
