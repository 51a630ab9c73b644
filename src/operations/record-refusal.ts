import { RefusedGrants } from '../auth/privilege-checks.ts';
import type { CatalogError } from '../errors.ts';
import type { AuditedAspect } from '../model/access/audit-event.ts';
import type { Operation } from './operation.ts';
import type { CallerWork } from './caller-work.ts';

const CHANGE_TYPES = { read: 'READ', write: 'UPSERT', delete: 'DELETE' } as const;

/**
 * Records in the audit log that an operation was refused: the privileges that it needed, if these were the reason, and
 * what it is about.
 */
export function recordRefusal<Raw, Input, Output>(
  error: CatalogError,
  operation: Operation<Raw, Input, Output>,
  input: Input,
  { actor, attempted, services }: CallerWork,
): void {
  const changeType = CHANGE_TYPES[operation.effect];
  const grants = error instanceof RefusedGrants ? error.grants : undefined;
  const named = grants?.flatMap(({ about, urn }) => urn ?? about ?? []);
  const urns = named !== undefined && named.length > 0 ? named : (operation.about?.(input) ?? named);
  const aspects = urns?.map((urn): AuditedAspect => ({ urn, changeType })) ?? attempted;
  services.auditLog.record({
    ...{ kind: 'denied', actor: actor.urn },
    ...(grants !== undefined && { privilege: [...new Set(grants.map((one) => one.privilege))].join(' or ') }),
    aspects: aspects.filter(({ urn }, i) => urns === undefined || urns.indexOf(urn) === i),
  });
}
