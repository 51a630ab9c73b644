import { RefusedGrants } from '../auth/grants.ts';
import type { CatalogError } from '../errors.ts';
import type { AuditedAspect } from '../model/access/audit-event.ts';
import { isUrn, type Urn } from '../model/urn.ts';
import type { InternalOperation } from './operation.ts';
import type { CallerWork } from './caller-work.ts';

const CHANGE_TYPES = { read: 'READ', write: 'UPSERT', delete: 'DELETE' } as const;

/**
 * Records in the audit log that an operation was refused, with the missing privileges, if they were the reason, and
 * the entities it concerns.
 */
export function recordRefusal<Raw, Input, Output>(
  error: CatalogError,
  operation: InternalOperation<Raw, Input, Output>,
  input: Input,
  { actor, attempted, services }: CallerWork,
): void {
  const changeType = CHANGE_TYPES[operation.effect];
  const grants = error instanceof RefusedGrants ? error.grants : undefined;
  const named = grants?.flatMap(({ urn }) => urn ?? []);
  const urns =
    named !== undefined && named.length > 0
      ? named
      : (operation.about?.(input) ?? named ?? (attempted.length === 0 ? entitiesIn(input) : undefined));
  const aspects =
    urns === undefined ? attempted : [...new Set(urns)].map((urn): AuditedAspect => ({ urn, changeType }));
  services.auditLog.record({
    kind: 'denied',
    actor: actor.urn,
    ...(grants !== undefined && { privilege: [...new Set(grants.map((one) => one.privilege))].join(' or ') }),
    aspects,
  });
}

/** The entities that the input of an operation names, except those within values. */
function entitiesIn(input: unknown): readonly Urn[] {
  const members: readonly unknown[] = typeof input === 'object' && input !== null ? Object.values(input) : [];
  return [input, ...members].flatMap(entitiesOf);
}

function entitiesOf(member: unknown): readonly Urn[] {
  if (Array.isArray(member)) return member.flatMap(entitiesOf);
  if (typeof member !== 'object' || member === null) return [];
  if ('urn' in member && typeof member.urn === 'string' && isUrn(member.urn)) return [member.urn];
  return 'entity' in member ? entitiesOf(member.entity) : [];
}
