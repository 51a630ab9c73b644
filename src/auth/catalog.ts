import type { DeleteEntityResult, IngestResult } from '../change/metadata-change.ts';
import type { Aspect, EntityAspects } from '../model/aspect.ts';
import type { AppliedPlan, Plan, PlanInput } from '../model/plan.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import type { RemovalReport } from '../model/properties/property-generation.ts';
import type { Urn } from '../model/urn.ts';
import type {
  LineageList,
  LineageListInput,
  LineageSearchInput,
  LineageSearchOutcome,
} from '../query/lineage/lineage-query.ts';
import type {
  FacetResult,
  PageInput,
  RelatedEntities,
  RelationshipsInput,
  SearchInput,
  SearchOutcome,
} from '../query/metadata-query.ts';
import type { FieldSummary, SummaryRequest } from '../query/facets/field-summary.ts';
import type { LinkPage, LinkScrollInput } from '../query/relationships/link-query.ts';
import type { ChangeTransaction } from '../model/timeline/timeline.ts';
import type { TimelineInput } from '../query/timeline.ts';
import type { AccountAccess } from './account-access.ts';
import type { Actor } from './actor.ts';
import type { AuditAccess } from './audit-access.ts';
import type { ConnectionAccess } from './connection-access.ts';
import type { Maintenance } from './maintenance.ts';
import type { Effect, NAMING_PRIVILEGES, Permit } from './permit.ts';
import type { PolicyAccess } from './policy-access.ts';
import type { RunAccess } from './run-access.ts';
import type { SecretAccess } from './secret-access.ts';
import type { TokenAccess } from './token-access.ts';
import type { ViewAccess } from './view-access.ts';

/** A required privilege and the entity that it is required on; no urn for a platform privilege. */
export interface AskedGrant {
  readonly privilege: string;
  readonly urn?: Urn;
  /** The entity whose parts the privilege opens for writing; absent: `urn`. */
  readonly opens?: Urn;
  /** Entities that a platform privilege is asked for; the audit of a refusal names them. */
  readonly about?: readonly Urn[];
}

/** Alternatives: one of the grants must be held. */
export type GrantClause = readonly AskedGrant[];

/**
 * The message of a refusal. The reason is added where it is certain: to a grant without alternatives, and to platform
 * privileges. `reason`: for the other cases, why the last of the grants is not held.
 */
export type Denial = string | ((refused: GrantClause, reason: string) => string) | typeof NAMING_PRIVILEGES;

/**
 * The catalog of one actor: the only entry point of all protocols for reads and writes, created per request. Each
 * operation checks the actor's rights, throws FORBIDDEN if they are missing, and reads within the actor's scope.
 * Otherwise the semantics are those of MetadataChange and MetadataQuery.
 */
export interface Catalog extends TokenAccess, RunAccess, AuditAccess {
  readonly actor: Actor;
  /** `permit`: what the operation may write besides what the general rules of entity types and aspects allow. */
  ingest(proposals: readonly MetadataChangeProposal[], permit?: Permit): Promise<IngestResult>;
  deleteEntity(urn: Urn, permit?: Permit): Promise<DeleteEntityResult>;
  /**
   * Hard-deletes the entity, then removes references to it from other entities in the background, regardless of the
   * caller's rights on those.
   */
  deleteWithReferences(urn: Urn, permit?: Permit): Promise<DeleteEntityResult>;
  /** Dry run of writing property definitions and deleting properties, exact as of one commit. */
  planProperties(input: PlanInput): Promise<Plan>;
  /**
   * Applies the plan input in one commit. With a plan token, throws CONFLICT and changes nothing if the input differs
   * from the plan, a definition has changed since, or more values or entities are affected than the plan showed.
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
  /** Progress of value removal for each ended (deleted or broken) generation of a property, latest end first. */
  valueRemovals(): Promise<readonly RemovalReport[]>;
  /** Users, groups, roles and invitations. */
  readonly accounts: AccountAccess;
  /** Secrets referenced by ingestion recipes. */
  readonly secrets: SecretAccess;
  /** Connections to other systems. */
  readonly connections: ConnectionAccess;
  /** Saved views. */
  readonly views: ViewAccess;
  /** Evaluation and explanation of policies. */
  readonly policies: PolicyAccess;
  /** Operator tasks; throws FORBIDDEN unless the actor may operate the catalog. */
  maintenance(): Maintenance;
  /** Throws FORBIDDEN with the message `denial` unless the actor holds one of the platform privileges. */
  requirePrivilege(privilege: string | readonly string[], denial: string): void;
  /** Throws FORBIDDEN with the message `denial` unless the actor holds the privilege on the entity. */
  requireEntityPrivilege(privilege: string, urn: Urn, denial: string): Promise<void>;
  /**
   * The permit of an operation: throws FORBIDDEN with the message `denial` unless the actor holds at least one grant of
   * every clause. Judges all clauses before it returns. `denial` may depend on the clause that is not met. `effect`: of
   * the operation, for the audit of its denial.
   */
  permit(clauses: readonly GrantClause[], denial: Denial, effect: Effect): Promise<Permit>;
}
