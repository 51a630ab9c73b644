import * as v from 'valibot';
import { given } from '../../util/given.ts';
import { TOKEN } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { changeOwnSettings } from './user-settings.ts';
import { objectOf } from '../shapes.ts';

/** Sets the caller's language; without one, the language of the browser applies. */
export const updateOwnLocale = defineOperation({
  name: 'updateOwnLocale',
  effect: 'write',
  summary: 'Sets your language; without one, the language of the browser applies.',
  input: () => objectOf({ language: v.nullish(v.string()) }),
  needs: TOKEN,
  run: ({ language }, work) => changeOwnSettings('locale', () => given({ language }), work),
});
