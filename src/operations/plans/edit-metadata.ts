import { CatalogError } from '../../errors.ts';
import { forbidden } from '../../auth/rights.ts';
import type { EditFailure } from '../../model/bulk-edit.ts';
import { objects } from '../../util/json/json-members.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';
import { CHANGES, checkChanges } from './plan-metadata-edit.ts';

/**
 * Changes metadata at once, as a plan would: up to 200 assets in one commit, all or none; more by a job. Throws FORBIDDEN
 * without a direct token, and the first refusal of an asset.
 */
export const editMetadata = defineProtected({
  name: 'editMetadata',
  effect: 'write',
  summary: 'Changes fields of many assets without a plan. Needs a direct token.',
  // The edit checks the rights on each asset.
  needs: TOKEN,
  isLong: true,
  input: () => objectOf({ changes: CHANGES }),
  limits: checkChanges,
  run: async ({ changes }, { actor, services }) => {
    if (actor.restriction?.direct !== true) {
      throw forbidden(
        'Only a direct token writes without a plan. Create one with colophon token create --direct, or use set_metadata at /mcp.',
      );
    }
    const result = await services.plans.applyAtOnce(actor, { kind: 'edit', changes, reason: undefined });
    // Only `Outcome` writes this member.
    const failures = objects(result['failures']) as unknown as readonly EditFailure[];
    const [refused] = result['edit'] === undefined ? failures : [];
    if (refused === undefined) return result;
    throw new CatalogError(refused.code, `${refused.urn}: ${refused.message} Nothing was changed.`);
  },
});
