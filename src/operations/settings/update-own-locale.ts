import * as v from 'valibot';
import { given } from '../../util/given.ts';
import { TOKEN } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { changeOwnSettings } from './user-settings.ts';
import { objectOf } from '../shapes.ts';

/** Chooses the caller's language, or that of the browser. */
export const updateOwnLocale = defineOperation({
  name: 'updateOwnLocale',
  effect: 'write',
  summary: 'Chooses your language, or that of the browser if none is given.',
  input: () => objectOf({ language: v.nullish(v.string()) }),
  needs: TOKEN,
  run: ({ language }, work) => changeOwnSettings('locale', () => given({ language }), work),
});
