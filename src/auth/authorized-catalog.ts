import { CatalogError } from '../errors.ts';
import type { MetadataChange } from '../change/metadata-change.ts';
import { removalReport } from '../model/property-generation.ts';
import type { Scope } from '../model/scope.ts';
import type { MetadataQuery } from '../query/metadata-query.ts';
import { scopeOf } from '../query/visibility.ts';
import type { AuditStore } from '../store/audit-store.ts';
import type { AccessTokens } from './access-tokens.ts';
import { ROOT_ACTOR, SYSTEM_ACTOR } from './actor.ts';
import type { Actor } from './actor.ts';
import { openAuditTrail } from './audit-access.ts';
import type { Catalog } from './catalog.ts';
import type { Maintenance } from './maintenance.ts';
import { createPropertyPlans } from './property-plans.ts';
import { openRuns } from './run-access.ts';

/** The services behind the door. */
export interface CatalogParts {
  readonly change: MetadataChange;
  readonly query: MetadataQuery;
  readonly tokens: AccessTokens;
  readonly maintenance: Maintenance;
  readonly audit: Pick<AuditStore, 'newest'>;
  /** Epoch ms. */
  readonly now: () => number;
}

/**
 * Opens the door for one actor. Rights are decided here and nowhere below; until policies exist the rule is that
 * the root actor may do everything and everybody else nothing.
 */
export function openCatalog(parts: CatalogParts, actor: Actor): Catalog {
  const { change, query, tokens } = parts;
  const scope: Scope = scopeOf(query.properties);
  const mayAct = actor.urn === ROOT_ACTOR || actor.urn === SYSTEM_ACTOR.urn;
  const requireRights = (denial: string): void => {
    if (!mayAct) throw new CatalogError('FORBIDDEN', `${denial} (${actor.urn} holds no privilege)`);
  };
  const read = <T>(run: () => Promise<T>): Promise<T> =>
    allowed(() => requireRights('Unauthorized to read the catalog.'), run);
  const write = <T>(run: () => Promise<T>): Promise<T> =>
    allowed(() => requireRights('Unauthorized to change the catalog.'), run);
  const manage = <T>(run: () => Promise<T>): Promise<T> =>
    allowed(() => requireRights('Unauthorized to manage access tokens.'), run);

  const plans = createPropertyPlans({ change, query, actor: actor.urn, scope });
  return {
    actor,
    properties: query.properties,
    ingest: (proposals) => write(() => change.ingest(actor.urn, proposals)),
    deleteEntity: (urn) => write(() => change.deleteEntity(actor.urn, urn)),
    planProperties: (input) => write(() => plans.plan(input)),
    applyPlan: (input, planToken) => write(() => plans.apply(input, planToken)),
    getEntities: (urns, aspectNames) => read(() => query.getEntities(urns, aspectNames, scope)),
    getAspect: (urn, aspectName, version) => read(() => query.getAspect(urn, aspectName, version, scope)),
    existing: (urns) => read(() => query.existing(urns, scope)),
    search: (input) => read(() => query.search(input, scope)),
    aggregate: (input, facets) => read(() => query.aggregate(input, facets, scope)),
    relationships: (input) => read(() => query.relationships(input, scope)),
    searchLineage: (input) => read(() => query.searchLineage(input, scope)),
    listLineage: (input) => read(() => query.listLineage(input, scope)),
    scrollLinks: (input) => read(() => query.scrollLinks(input, scope)),
    valueRemovals: () =>
      read(async () => {
        const lives = await query.propertyGenerations(scope);
        const reports = lives.flatMap((life) => removalReport(life, parts.now()) ?? []);
        return reports.sort((a, b) => b.endedAt - a.endedAt);
      }),
    ...openRuns({ change, query, actor, scope, read, write }),
    createAccessToken: (request) => manage(() => tokens.issue(actor.urn, request)),
    listAccessTokens: () => manage(() => tokens.list()),
    revokeAccessToken: (id) => manage(() => tokens.revoke(actor.urn, id)),
    ...openAuditTrail(parts.audit, scope, () => requireRights('Unauthorized to read the audit log.')),
    maintenance: () => {
      requireRights('Unauthorized to maintain the catalog.');
      return parts.maintenance;
    },
    requirePrivilege: (_privilege, denial) => requireRights(denial),
    requireEntityPrivilege: (_privilege, _urn, denial) =>
      allowed(
        () => requireRights(denial),
        () => Promise.resolve(),
      ),
  };
}

/** Runs an operation after its check; a denial is a rejection like any other failure of it. */
async function allowed<T>(check: () => void, run: () => Promise<T>): Promise<T> {
  check();
  return run();
}
