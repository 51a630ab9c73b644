import type { Actor } from '../auth/actor.ts';
import { NOTHING_GRANTED, type Grants } from '../auth/grants.ts';
import { requireReadAccess, rightsOf, type Rights } from '../auth/rights.ts';
import type { HeldWrites } from '../auth/writes/held-writes.ts';
import { openWrites, type WriteAccess } from '../auth/writes/write-access.ts';
import type { Aspect } from '../model/aspect.ts';
import type { AuditedAspect } from '../model/access/audit-event.ts';
import type { EntityReferences } from '../model/entity-reference.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import type { Scope } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';
import type { CatalogQuery } from '../query/catalog-query.ts';
import { inParts } from './list-limits.ts';
import type { OperationParts, OperationSettings, ProtectedWork } from './work.ts';

/** State of the caller that all operations of a request share. */
interface Known {
  rights?: Rights;
  scope?: Scope;
}

/** One operation of a caller. */
interface OneOperation {
  readonly grants: Grants;
  readonly about: readonly Urn[];
  /** Keeps its writes for a proposal; absent: they are made. */
  readonly held?: HeldWrites | undefined;
  /** Whether it looks up any number of entities. */
  readonly hasOwnBounds?: boolean | undefined;
}

const NO_URNS: ReadonlySet<Urn> = new Set();

const NONE_YET: OneOperation = { grants: NOTHING_GRANTED, about: [] };

/** Work of one caller. Rights, scope and writes are created on first use. */
export class CallerWork implements ProtectedWork {
  readonly actor: Actor;
  readonly services: OperationParts;
  /** The last attempted writes, for the audit of a refusal. */
  attempted: readonly AuditedAspect[] = [];
  readonly #operation: OneOperation;
  readonly #known: Known;
  readonly #seen = new Set<Urn>();
  #writes: WriteAccess | undefined;
  #inParts: CatalogQuery | undefined;

  constructor(parts: OperationParts, actor: Actor, operation = NONE_YET, known: Known = {}) {
    this.actor = actor;
    this.services = parts;
    this.#operation = operation;
    this.#known = known;
  }

  /** Work of this caller with the grants of one operation; `about`: the entities that the operation concerns. */
  under(operation: OneOperation): CallerWork {
    return new CallerWork(this.services, this.actor, operation, this.#known);
  }

  get query(): CatalogQuery {
    const { query, settings } = this.services;
    if (this.#operation.hasOwnBounds !== true) return query;
    return (this.#inParts ??= inParts(query, settings));
  }

  get settings(): OperationSettings {
    return this.services.settings;
  }

  get references(): EntityReferences {
    return this.services.references;
  }

  get scope(): Scope {
    // One's own account is visible without any policy.
    if (!this.#operation.about.includes(this.actor.urn))
      requireReadAccess(this.actor, this.services.authorizer);
    return this.anyScope;
  }

  get isHeld(): boolean {
    return this.#operation.held !== undefined;
  }

  get rights(): Rights {
    return (this.#known.rights ??= rightsOf(this.actor, this.services.authorizer));
  }

  get writes(): WriteAccess {
    this.#writes ??= openWrites({
      actor: this.actor,
      grants: this.#operation.grants,
      seen: this.#seen,
      scope: this.anyScope,
      authorizer: this.services.authorizer,
      change: this.services.change,
      query: this.query,
      registry: this.settings.registry,
      held: this.#operation.held,
      attempt: (writes) => {
        this.attempted = writes;
      },
    });
    return this.#writes;
  }

  async existing(urns: readonly Urn[]): Promise<ReadonlySet<Urn>> {
    const { scope } = this;
    if (urns.length === 0) return NO_URNS;
    const found = await this.query.existing(urns, scope);
    for (const urn of found) this.#seen.add(urn);
    return found;
  }

  async ingest(proposals: readonly MetadataChangeProposal[]): Promise<void> {
    if (proposals.length > 0) await this.writes.ingest(proposals);
  }

  async ingestOne(proposal: MetadataChangeProposal): Promise<Aspect | undefined> {
    const { results } = await this.writes.ingest([proposal]);
    return results[0]?.aspect;
  }

  async deleteEntity(urn: Urn): Promise<void> {
    await this.writes.deleteEntity(urn);
  }

  async deleteWithReferences(urn: Urn): Promise<void> {
    await this.writes.deleteEntity(urn);
    this.services.referenceRemoval.remove(urn, this.actor.urn);
  }

  get anyScope(): Scope {
    return (this.#known.scope ??= this.services.authorizer.scopeOf(this.actor));
  }
}
