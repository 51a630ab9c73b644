import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import type { ChangePage, ChangeRequest } from '../../query/changes/change-query.ts';
import { platform } from '../needs.ts';
import { defineInternal } from '../operation.ts';
import { GENERATE_TOKENS, MANAGE_TOKENS } from '../tokens/caller-token.ts';

/** The next changes that a webhook sends, within what its owner may see now. Throws the errors of `readChanges`. */
export const readWebhookChanges = defineInternal({
  name: 'readWebhookChanges',
  effect: 'read',
  needs: platform(GENERATE_TOKENS, MANAGE_TOKENS),
  denial: NAMING_PRIVILEGES,
  isLong: true,
  run: (request: ChangeRequest, { scope, services }): Promise<ChangePage> =>
    services.changes.read(request, scope),
});
