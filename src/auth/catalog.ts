import type { DeleteEntityResult, IngestResult } from '../change/metadata-change.ts';
import type { Aspect, EntityAspects } from '../model/aspect.ts';
import type { AppliedPlan, Plan, PlanInput } from '../model/plan.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import type { RemovalReport } from '../model/property-generation.ts';
import type { Urn } from '../model/urn.ts';
import type {
  LineageList,
  LineageListInput,
  LineageSearchInput,
  LineageSearchOutcome,
} from '../query/lineage-query.ts';
import type {
  FacetResult,
  PageInput,
  RelatedEntities,
  RelationshipsInput,
  SearchInput,
  SearchOutcome,
} from '../query/metadata-query.ts';
import type { FieldSummary, SummaryRequest } from '../query/field-summary.ts';
import type { LinkPage, LinkScrollInput } from '../query/link-query.ts';
import type { ChangeTransaction } from '../model/timeline.ts';
import type { TimelineInput } from '../query/timeline.ts';
import type { AccountAccess } from './account-access.ts';
import type { Actor } from './actor.ts';
import type { AuditAccess } from './audit-access.ts';
import type { ConnectionAccess } from './connection-access.ts';
import type { Maintenance } from './maintenance.ts';
import type { PolicyAccess } from './policy-access.ts';
import type { RunAccess } from './run-access.ts';
import type { SecretAccess } from './secret-access.ts';
import type { TokenAccess } from './token-access.ts';
import type { ViewAccess } from './view-access.ts';

/** A privilege, and the entity on which it is asked for; none for a platform privilege. */
export interface AskedGrant {
  readonly privilege: string;
  readonly urn?: Urn;
}

/**
 * The catalog as one actor may use it: the one door behind which reading and writing lie. Every protocol gets one
 * per request; each operation checks the actor's rights and reads within the actor's scope. Semantics are those of
 * MetadataChange and MetadataQuery; what the actor may not do is FORBIDDEN.
 */
export interface Catalog extends TokenAccess, RunAccess, AuditAccess {
  readonly actor: Actor;
  ingest(proposals: readonly MetadataChangeProposal[]): Promise<IngestResult>;
  deleteEntity(urn: Urn): Promise<DeleteEntityResult>;
  /** The same; links to it are then taken out of what mentions it, in the background and whatever the caller's rights there. */
  deleteWithReferences(urn: Urn): Promise<DeleteEntityResult>;
  /** What writing definitions and deleting properties would do, exact as of one commit; nothing is changed. */
  planProperties(input: PlanInput): Promise<Plan>;
  /**
   * Does it, in one commit. With the token of a plan only if the input is the planned one, no definition has changed
   * since, and no more values are affected than were shown; otherwise CONFLICT, and nothing is done.
   */
  applyPlan(input: PlanInput, planToken?: string): Promise<AppliedPlan>;
  getEntities(
    urns: readonly Urn[],
    aspectNames?: readonly string[],
  ): Promise<ReadonlyMap<Urn, EntityAspects>>;
  getAspect(urn: Urn, aspectName: string, version: number): Promise<Aspect | undefined>;
  existing(urns: readonly Urn[]): Promise<ReadonlySet<Urn>>;
  search(input: PageInput): Promise<SearchOutcome>;
  aggregate(input: SearchInput, facets: readonly string[]): Promise<readonly FacetResult[]>;
  summarize(input: SearchInput, requests: readonly SummaryRequest[]): Promise<readonly FieldSummary[]>;
  relationships(input: RelationshipsInput): Promise<RelatedEntities>;
  searchLineage(input: LineageSearchInput): Promise<LineageSearchOutcome>;
  listLineage(input: LineageListInput): Promise<LineageList>;
  scrollLinks(input: LinkScrollInput): Promise<LinkPage>;
  timeline(input: TimelineInput): Promise<readonly ChangeTransaction[]>;
  /** How the removal of values stands for each life of a property that has ended, the latest first. */
  valueRemovals(): Promise<readonly RemovalReport[]>;
  /** Users, groups, roles and invitations. */
  readonly accounts: AccountAccess;
  /** Secrets that recipes name. */
  readonly secrets: SecretAccess;
  /** How other systems are reached. */
  readonly connections: ConnectionAccess;
  /** Saved views. */
  readonly views: ViewAccess;
  /** What policies allow, and why. */
  readonly policies: PolicyAccess;
  /** What operators do to the catalog as a whole. */
  maintenance(): Maintenance;
  /** Throws FORBIDDEN with the given sentence unless the actor holds the platform privilege, or one of several. */
  requirePrivilege(privilege: string | readonly string[], denial: string): void;
  /** Throws FORBIDDEN with the given sentence unless the actor holds the privilege on the entity. */
  requireEntityPrivilege(privilege: string, urn: Urn, denial: string): Promise<void>;
  /** The same, unless the actor holds one of several: on the entities that they name, or on the catalog as a whole. */
  requireAnyGrant(grants: readonly AskedGrant[], denial: string): Promise<void>;
}
