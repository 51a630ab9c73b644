import { TOKEN } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { storedChoice, viewChoice } from './default-view.ts';
import { changeOwnSettings } from './user-settings.ts';

/** Sets or removes the caller's default view. */
export const updateOwnDefaultView = defineOperation({
  name: 'updateOwnDefaultView',
  effect: 'write',
  summary: 'Sets your default view, or removes it if none is given.',
  input: viewChoice,
  needs: TOKEN,
  run: async ({ defaultView }, work) => {
    const choice = await storedChoice(defaultView, work);
    await changeOwnSettings('views', () => choice, work);
  },
});
