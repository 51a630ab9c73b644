import type { EditFailure } from '../../model/bulk-edit.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { defineInternal } from '../operation.ts';
import { READ } from '../needs.ts';
import type { ProtectedWork } from '../work.ts';
import { privilegeFor, type AssetBatch } from './edit-assets.ts';
import { fieldName } from './read-edits.ts';

/**
 * The edits of a batch that are refused regardless of their values: of assets that do not exist or are hidden, and of
 * assets on which the caller lacks a privilege. Unless it is a dry run, the audit log gets one record per privilege.
 */
export const findRefusedEdits = defineInternal({
  name: 'findRefusedEdits',
  effect: 'read',
  needs: READ,
  run: async ({ assets, isTrial }: AssetBatch, work): Promise<readonly EditFailure[]> => {
    // A schemaField entity exists only once it has metadata.
    const needed = assets.map(({ urn }) => urn).filter((urn) => entityTypeOf(urn) !== 'schemaField');
    const existing = await work.query.existing(needed, work.scope);
    const missing = new Set(needed.filter((urn) => !existing.has(urn)));
    const byPrivilege = new Map<string, Map<Urn, string>>();
    for (const { edits, urn } of assets) {
      if (missing.has(urn)) continue;
      for (const { field } of edits) {
        const privilege = privilegeFor(field);
        const of = byPrivilege.get(privilege) ?? new Map<Urn, string>();
        byPrivilege.set(privilege, of.set(urn, of.get(urn) ?? fieldName(field)));
      }
    }
    const failures = [...missing].map((urn): EditFailure => ({
      urn,
      code: 'NOT_FOUND',
      message: 'The asset does not exist, or no policy lets you see it. Check the urn.',
    }));
    for (const [privilege, fields] of byPrivilege) {
      const held = await work.rights.heldOn(privilege, [...fields.keys()]);
      const denied = [...fields].filter(([urn]) => !held.has(urn));
      for (const [urn, field] of denied) failures.push(refusal(urn, field, privilege, work));
      if (denied.length > 0 && !isTrial)
        record(
          privilege,
          denied.map(([urn]) => urn),
          work,
        );
    }
    return failures;
  },
});

function refusal(urn: Urn, field: string, privilege: string, { actor }: ProtectedWork): EditFailure {
  const message = `${actor.urn} needs the privilege ${privilege} on the asset. Ask an administrator for a policy.`;
  return { urn, field, code: 'FORBIDDEN', message };
}

function record(privilege: string, urns: readonly Urn[], { actor, services }: ProtectedWork): void {
  const aspects = urns.map((urn) => ({ urn, changeType: 'UPSERT' }) as const);
  services.auditLog.record({ kind: 'denied', actor: actor.urn, privilege, aspects });
}
