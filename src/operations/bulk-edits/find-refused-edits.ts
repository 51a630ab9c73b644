import type { AskedGrant, GrantClause } from '../../auth/grants.ts';
import type { EditFailure } from '../../model/bulk-edit.ts';
import { PROPOSE_CHANGES } from '../../auth/writes/held-writes.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { defineInternal } from '../operation.ts';
import { READ } from '../needs.ts';
import type { ProtectedWork } from '../work.ts';
import type { AssetBatch } from './edit-assets.ts';
import { rightFor } from './fields/field-rights.ts';
import { fieldName } from './read-edits.ts';
import { because } from '../../refusals.ts';
import { missingEntity } from '../../model/missing-entity.ts';

/**
 * The edits of a batch that are refused regardless of their values: of assets that do not exist or are hidden, and of
 * assets on which the caller lacks a privilege. For the dry run of a proposal, PROPOSE_CHANGES is enough. Unless it is a dry run, the
 * audit log gets one record per privilege.
 */
export const findRefusedEdits = defineInternal({
  name: 'findRefusedEdits',
  effect: 'read',
  needs: READ,
  run: async ({ assets, isProposed, isTrial }: AssetBatch, work): Promise<readonly EditFailure[]> => {
    // A schemaField entity exists only once it has metadata.
    const needed = assets.map(({ urn }) => urn).filter((urn) => entityTypeOf(urn) !== 'schemaField');
    const existing = await work.query.existing(needed, work.scope);
    const missing = new Set(needed.filter((urn) => !existing.has(urn)));
    const asked = await Promise.all(
      assets
        .filter(({ urn }) => !missing.has(urn))
        .flatMap(({ edits, urn }) =>
          edits.map(async ({ field }) => {
            const clause = await rightFor(field, urn, work);
            return { urn, field, clause: isProposed === true ? orProposed(clause) : clause };
          }),
        ),
    );
    const failures = [...missing].map((urn): EditFailure => ({
      urn,
      code: 'NOT_FOUND',
      ...missingEntity(urn),
      message: 'The asset does not exist, or no policy lets you see it. Check the urn.',
    }));
    const isHeld = await heldAmong(
      asked.map(({ clause }) => clause),
      work,
    );
    const denied = asked.flatMap(({ clause, field, urn }) => {
      const [first] = clause;
      return first === undefined || clause.some(isHeld) ? [] : [{ urn, field, privilege: first.privilege }];
    });
    for (const [privilege, all] of Map.groupBy(denied, (one) => one.privilege)) {
      const first = new Map<Urn, string>();
      for (const { field, urn } of all) first.set(urn, first.get(urn) ?? fieldName(field));
      for (const [urn, field] of first) failures.push(await refusal(urn, field, privilege, work));
      if (!isTrial) record(privilege, [...first.keys()], work);
    }
    return failures;
  },
});

/** The clause with the alternative that the change is only proposed. */
function orProposed(clause: GrantClause): GrantClause {
  const urns = new Set(clause.flatMap(({ urn }) => urn ?? []));
  return [...clause, ...[...urns].map((urn): AskedGrant => ({ privilege: PROPOSE_CHANGES, urn }))];
}

/** Decides the grants of all clauses, and returns whether one is held. */
async function heldAmong(
  clauses: readonly GrantClause[],
  { rights }: Pick<ProtectedWork, 'rights'>,
): Promise<(grant: AskedGrant) => boolean> {
  const held = new Map<string, ReadonlySet<Urn>>();
  for (const [privilege, grants] of Map.groupBy(clauses.flat(), (grant) => grant.privilege)) {
    const urns = new Set(grants.flatMap(({ urn }) => urn ?? []));
    if (urns.size > 0) held.set(privilege, await rights.heldOn(privilege, [...urns]));
  }
  return ({ privilege, urn }) =>
    urn === undefined ? rights.holds(privilege) : held.get(privilege)?.has(urn) === true;
}

async function refusal(
  urn: Urn,
  field: string,
  privilege: string,
  { actor, rights }: ProtectedWork,
): Promise<EditFailure> {
  // Without the restriction of the token, its user may hold the privilege.
  const denied = actor.restriction && (await rights.firstDenied(privilege, [urn]));
  const message =
    denied === undefined
      ? `${actor.urn} needs the privilege ${privilege} on the asset. Ask an administrator for a policy.`
      : `This needs the privilege ${privilege} on the asset. (${denied.reason})`;
  return { urn, field, code: 'FORBIDDEN', ...because('PRIVILEGE_MISSING', { privilege }), message };
}

function record(privilege: string, urns: readonly Urn[], { actor, services }: ProtectedWork): void {
  const aspects = urns.map((urn) => ({ urn, changeType: 'UPSERT' }) as const);
  services.auditLog.record({ kind: 'denied', actor: actor.urn, privilege, aspects });
}
