import { CatalogError } from '../errors.ts';
import type { AuditedAspect } from '../model/access/audit-event.ts';
import { isUrn } from '../model/urn.ts';
import type { Urn } from '../model/urn.ts';
import type { AuditLog } from './audit-log.ts';
import type { Catalog } from './catalog.ts';
import { RefusedGrants } from './privilege-checks.ts';

/** Operations whose first argument is the required privilege. */
const ASKING_FOR_PRIVILEGES: ReadonlySet<string> = new Set(['requirePrivilege', 'requireEntityPrivilege']);

const READING =
  /^(aggregate|auditEvents|count|existing|explain|get|granted|list|own|points|relationships|runRows|runs|scanPoints|scroll|search|summarize|timeline|valueRemovals)/;

const DELETING = /^(delete|remove(Group|ServiceAccount|User)$)/;

/** Members of the catalog that are objects of operations. */
const GROUPS: ReadonlySet<string | symbol> = new Set([
  'accounts',
  'connections',
  'policies',
  'secrets',
  'views',
]);

/**
 * Wraps a catalog so that every FORBIDDEN error is recorded in the audit log with the entities and aspects concerned. A
 * proxy covers all operations, including those added later.
 */
export function auditedCatalog(catalog: Catalog, log: AuditLog): Catalog {
  return audited(catalog, (error, operation, args) => recordDenial(error, operation, args, catalog, log));
}

type Failed = (error: unknown, operation: string, args: readonly unknown[]) => void;

function audited<Operations extends object>(operations: Operations, failed: Failed): Operations {
  return new Proxy(operations, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (GROUPS.has(name) && typeof member === 'object' && member !== null) return audited(member, failed);
      if (typeof member !== 'function' || typeof name !== 'string') return member;
      return (...args: readonly unknown[]): unknown =>
        watched(
          () => Reflect.apply(member, target, args),
          (error) => failed(error, name, args),
        );
    },
  });
}

/** Runs an operation and passes its error, thrown or rejected, to `failed`; the caller still gets the error. */
function watched(run: () => unknown, failed: (error: unknown) => void): unknown {
  try {
    const result = run();
    if (result instanceof Promise) result.catch(failed);
    return result;
  } catch (error) {
    failed(error);
    throw error;
  }
}

function recordDenial(
  error: unknown,
  operation: string,
  args: readonly unknown[],
  { actor }: Catalog,
  log: AuditLog,
): void {
  if (!(error instanceof CatalogError) || error.code !== 'FORBIDDEN') return;
  if (error instanceof RefusedGrants) {
    recordRefusal(error, actor.urn, log);
    return;
  }
  const asked = ASKING_FOR_PRIVILEGES.has(operation) ? [...new Set(privilegesIn(args[0]))] : [];
  log.record({
    kind: 'denied',
    actor: actor.urn,
    ...(asked.length > 0 && { privilege: asked.join(' or ') }),
    aspects: args.flatMap((argument) => subjectsOf(argument, changeTypeOf(operation, asked))),
  });
}

const CHANGE_TYPES = { read: 'READ', write: 'UPSERT', delete: 'DELETE' } as const;

/** Records the refusal of an operation by its definition. */
function recordRefusal({ grants, effect }: RefusedGrants, actor: Urn, log: AuditLog): void {
  const privilege = [...new Set(grants.map((grant) => grant.privilege))].join(' or ');
  const urns = new Set(grants.flatMap(({ about, urn }) => urn ?? about ?? []));
  const aspects = [...urns].map((urn) => ({ urn, changeType: CHANGE_TYPES[effect] }));
  log.record({ kind: 'denied', actor, privilege, aspects });
}

function privilegesIn(asked: unknown): readonly string[] {
  if (Array.isArray(asked)) return asked.flatMap((one: unknown) => privilegesIn(one));
  if (typeof asked === 'object' && asked !== null && 'privilege' in asked)
    return privilegesIn(asked.privilege);
  return typeof asked === 'string' ? [asked] : [];
}

function changeTypeOf(operation: string, asked: readonly string[]): AuditedAspect['changeType'] {
  if (READING.test(operation)) return 'READ';
  return DELETING.test(operation) || asked.includes('DELETE_ENTITY') ? 'DELETE' : 'UPSERT';
}

/**
 * The entities that an argument names: urns, proposals, lists of them, and the definitions and deletions of a plan.
 * Ignores all other members, because they hold values.
 */
function subjectsOf(argument: unknown, otherwise: AuditedAspect['changeType']): AuditedAspect[] {
  if (typeof argument === 'string') return isUrn(argument) ? [{ urn: argument, changeType: otherwise }] : [];
  if (Array.isArray(argument)) {
    return argument.flatMap((element: unknown) => subjectsOf(element, otherwise));
  }
  if (typeof argument !== 'object' || argument === null) return [];
  if ('definitions' in argument && 'deletions' in argument) {
    return [...subjectsOf(argument.definitions, 'UPSERT'), ...subjectsOf(argument.deletions, 'DELETE')];
  }
  if (!('urn' in argument) || typeof argument.urn !== 'string' || !isUrn(argument.urn)) return [];
  const aspectName = 'aspectName' in argument ? argument.aspectName : undefined;
  const isDeletion = 'changeType' in argument && argument.changeType === 'DELETE';
  const changeType = isDeletion ? 'DELETE' : otherwise;
  return [{ urn: argument.urn, changeType, ...(typeof aspectName === 'string' && { aspectName }) }];
}
