import { CatalogError } from '../errors.ts';
import type { MetadataChange } from '../change/metadata-change.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { PlanInput } from '../model/plan.ts';
import { removalReport } from '../model/properties/property-generation.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import type { CatalogQuery } from '../query/catalog-query.ts';
import type { AuditStore } from '../store/audit-store.ts';
import { openAccounts } from './account-access.ts';
import type { AccountParts } from './account-parts.ts';
import type { Actor } from './actor.ts';
import type { Authorizer } from './authorizer.ts';
import { READ_AUDIT, openAuditTrail } from './audit-access.ts';
import type { AuditLog } from './audit-log.ts';
import type { Catalog } from './catalog.ts';
import { openConnections } from './connection-access.ts';
import type { Maintenance } from './maintenance.ts';
import { notedMaintenance } from './noted-maintenance.ts';
import type { ReferenceRemoval } from './reference-removal.ts';
import { openPoints } from './point-access.ts';
import { openPolicies } from './policy-access.ts';
import { openPrivilegeChecks } from './privilege-checks.ts';
import { createPropertyPlans } from './property-plans.ts';
import { requirePlatform, requireType, rightsOf } from './rights.ts';
import { openRuns } from './run-access.ts';
import { openSecrets } from './secret-access.ts';
import type { SecretParts } from './secret-access.ts';
import { requireKnown, visibleMaintenance } from './seen-properties.ts';
import { openTokens } from './token-access.ts';
import { openViews } from './view-access.ts';
import { openWrites } from './write-access.ts';

/** Dependencies of {@link openCatalog}. */
export interface CatalogParts {
  readonly change: MetadataChange;
  readonly query: CatalogQuery;
  readonly accounts: AccountParts;
  readonly secrets: SecretParts;
  readonly references: Pick<ReferenceRemoval, 'remove'>;
  readonly maintenance: Maintenance;
  readonly audit: Pick<AuditStore, 'newest'>;
  readonly log: Pick<AuditLog, 'record'>;
  readonly authorizer: Authorizer;
  readonly registry: EntityRegistry;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Creates the catalog of one actor. Authorization is decided in this layer and in no layer below it. */
export function openCatalog(parts: CatalogParts, actor: Actor): Catalog {
  const { accounts, authorizer, change, query, references } = parts;
  const scope = authorizer.scopeOf(actor);
  const rights = rightsOf(actor, authorizer);
  const platform = (privilege: string | readonly string[], denial: string): void =>
    requirePlatform(actor, authorizer, privilege, denial);
  const read = async <T>(run: () => Promise<T>): Promise<T> => {
    if (!authorizer.readsAnything(actor)) throw nothingToRead(actor);
    return run();
  };
  const points = openPoints({ query, scope, actor, authorizer });
  const plans = createPropertyPlans({ change, query, actor: actor.urn, scope });
  const planned = async <T>(input: PlanInput, run: () => Promise<T>): Promise<T> => {
    platform(
      'MANAGE_STRUCTURED_PROPERTIES',
      'Unable to change structured properties. Please contact your admin.',
    );
    requireType(rights, STRUCTURED_PROPERTY.entityType);
    requireKnown([...input.definitions, ...input.deletions], scope);
    return run();
  };
  const writes = openWrites({ ...parts, actor });
  return {
    actor,
    ...openRuns({ query, scope, read }),
    points: (key, input) => read(() => points.points(key, input)),
    scanPoints: (input) => read(() => points.scanPoints(input)),
    ...writes,
    deleteWithReferences: async (urn, permit) => {
      const deleted = await writes.deleteEntity(urn, permit);
      references.remove(urn, actor.urn);
      return deleted;
    },
    planProperties: (input) => planned(input, () => plans.plan(input)),
    applyPlan: (input, planToken) => planned(input, () => plans.apply(input, planToken)),
    getEntities: (urns, aspectNames) => read(() => query.getEntities(urns, aspectNames, scope)),
    getAspect: (urn, aspectName, version) =>
      read(async () =>
        (await points.seesPoints(urn, aspectName))
          ? query.getAspect(urn, aspectName, version, scope)
          : undefined,
      ),
    existing: (urns) => read(() => query.existing(urns, scope)),
    search: (input) => read(() => query.search(input, scope)),
    aggregate: (input, facets) => read(() => query.aggregate(input, facets, scope)),
    summarize: (input, requests) => read(() => query.summarize(input, requests, scope)),
    relationships: (input) => read(() => query.relationships(input, scope)),
    searchLineage: (input) => read(() => query.searchLineage(input, scope)),
    listLineage: (input) => read(() => query.listLineage(input, scope)),
    scrollLinks: (input) => read(() => query.scrollLinks(input, scope)),
    timeline: (input) => read(() => query.timeline(input, scope)),
    valueRemovals: () =>
      read(async () => {
        const lives = await query.propertyGenerations(scope);
        const reports = lives.flatMap((life) => removalReport(life, parts.now()) ?? []);
        return reports.sort((a, b) => b.endedAt - a.endedAt);
      }),
    ...openTokens(accounts.tokens, rights),
    accounts: openAccounts({ ...accounts, references }, rights),
    secrets: openSecrets(parts.secrets, rights, parts.log),
    connections: openConnections(parts.secrets, rights),
    ...openAuditTrail(parts.audit, scope, () => {
      platform(READ_AUDIT, AUDIT_DENIAL);
      requireAllTypes(actor);
    }),
    views: openViews(accounts, rights),
    policies: openPolicies(actor, authorizer, (urns) => query.existing(urns, scope)),
    maintenance: () => {
      platform(OPERATING, 'Unauthorized to maintain the catalog.');
      return notedMaintenance(visibleMaintenance(parts.maintenance, scope), actor.urn, parts.log);
    },
    requirePrivilege: platform,
    ...openPrivilegeChecks(rights),
  };
}

/** Either privilege allows maintenance operations. */
const OPERATING = ['MANAGE_SYSTEM_OPERATIONS', 'RESTORE_INDICES_PRIVILEGE'];

const AUDIT_DENIAL = 'Unauthorized to read the audit log.';

/** A token narrowed to some entity types or properties must not read the audit log, which covers all of them. */
function requireAllTypes({ narrowing }: Actor): void {
  if (narrowing?.entityTypes === undefined && narrowing?.properties === undefined) return;
  const reason = 'The token is narrowed to certain entity types or properties.';
  throw new CatalogError('FORBIDDEN', `${AUDIT_DENIAL} (${reason})`);
}

function nothingToRead({ urn }: Actor): CatalogError {
  return new CatalogError(
    'FORBIDDEN',
    `Unauthorized to read the catalog. No active policy lets ${urn} read anything. Ask an administrator for a policy.`,
  );
}
