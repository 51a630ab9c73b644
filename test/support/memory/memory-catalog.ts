import { ROOT_ACTOR, type Actor } from '../../../src/auth/actor.ts';
import { PolicyAuthorizer } from '../../../src/auth/policies/policy-authorizer.ts';
import { noteCommit } from '../../../src/auth/audit/request-scope.ts';
import type { ChangeResult, MetadataChange } from '../../../src/change/metadata-change.ts';
import { CatalogError } from '../../../src/errors.ts';
import { Aspect } from '../../../src/model/aspect.ts';
import { canonicalAspect } from '../../../src/model/aspects/aspect-text.ts';
import { keyAspectValue } from '../../../src/model/aspects/key-aspect.ts';
import { EntityReferences } from '../../../src/model/entity-reference.ts';
import type { EntityRegistry } from '../../../src/model/entity-registry.ts';
import type { MetadataChangeProposal } from '../../../src/model/proposal.ts';
import { entityTypeOf, type Urn } from '../../../src/model/urn.ts';
import { Requester } from '../../../src/operations/requester.ts';
import type { OperationParts } from '../../../src/operations/work.ts';
import type { CatalogQuery } from '../../../src/query/catalog-query.ts';
import type { PageInput, SearchOutcome } from '../../../src/query/metadata-query.ts';
import { partOf } from '../part-of.ts';
import { propertyDirectory } from './search-fixtures.ts';
import type { Cancellation } from '../../../src/util/concurrency/cancellation.ts';

/**
 * In-memory catalog for protocol tests. It applies no rules except those of CREATE; patches are recorded, not applied.
 * The root actor is the only one, and not limited by policies.
 */
export class MemoryCatalog {
  /** All proposals, in order. */
  readonly proposals: MetadataChangeProposal[] = [];
  /** All searches, in order. */
  readonly searches: PageInput[] = [];
  readonly query: CatalogQuery = partOf<CatalogQuery>({
    getEntities: (urns, aspectNames) => Promise.resolve(this.#find(urns, aspectNames)),
    getAspect: (urn, aspectName, version) =>
      Promise.resolve(version <= 1 ? this.#entities.get(urn)?.get(aspectName) : undefined),
    existing: (urns) => Promise.resolve(new Set(urns.filter((urn) => this.#entities.has(urn)))),
    search: (input) => Promise.resolve(this.#search(input)),
    relationships: () => Promise.resolve({ total: 0, entities: [] }),
  });
  readonly change: MetadataChange = partOf<MetadataChange>({
    ingest: (_actor, proposals) => {
      this.proposals.push(...proposals);
      const sequence = this.#commit();
      return Promise.resolve().then(() => ({
        sequence,
        results: proposals.flatMap((proposal) => this.#apply(proposal)),
      }));
    },
    deleteEntity: (_actor, urn) => {
      const rows = this.#entities.get(urn)?.size ?? 0;
      this.#entities.delete(urn);
      return Promise.resolve({ urn, rows, timeseriesRows: 0, sequence: this.#commit() });
    },
  });
  readonly #registry: EntityRegistry;
  readonly #entities = new Map<Urn, Map<string, Aspect>>();
  #sequence = 0;

  constructor(registry: EntityRegistry) {
    this.#registry = registry;
  }

  /** A caller of operations on this catalog; `parts`: replaced parts. */
  requester(
    actor: Actor = { urn: ROOT_ACTOR, tokenId: 't' },
    parts: Partial<OperationParts> = {},
    cancellation?: Cancellation,
  ): Requester {
    const properties = propertyDirectory();
    const readAttributes = (): Promise<ReadonlyMap<Urn, never>> => Promise.resolve(new Map<Urn, never>());
    return new Requester(
      partOf<OperationParts>({
        query: this.query,
        change: this.change,
        authorizer: new PolicyAuthorizer({ directory: partOf({}), properties, readAttributes }),
        auditLog: { record: () => undefined },
        references: new EntityReferences(this.#registry),
        settings: {
          registry: this.#registry,
          upsertStructuredProperties: 'merge',
          pageSize: 10_000,
          readSize: 1_000_000_000,
          undoableFor: 604_800_000,
          proposals: { expireAfter: 30 * 86_400_000, mostOpen: 100 },
          planAssets: 1_000,
          ingestionClientVersion: 'native',
          now: () => 1,
          newId: () => 'id',
        },
        observe: undefined,
        ...parts,
      }),
      actor,
      cancellation,
    );
  }

  #commit(): number {
    noteCommit(++this.#sequence);
    return this.#sequence;
  }

  #find(
    urns: readonly Urn[],
    aspectNames: readonly string[] | undefined,
  ): ReadonlyMap<Urn, ReadonlyMap<string, Aspect>> {
    const found = urns.flatMap((urn) => {
      const aspects = this.#entities.get(urn);
      if (aspects === undefined) return [];
      const chosen = [...aspects].filter(([name]) => aspectNames?.includes(name) ?? true);
      return [[urn, new Map(chosen)] as const];
    });
    return new Map(found);
  }

  #search(input: PageInput): SearchOutcome {
    this.searches.push(input);
    const urns = [...this.#entities.keys()]
      .sort()
      .filter((urn) => input.entityTypes.length === 0 || input.entityTypes.includes(entityTypeOf(urn)));
    const start = input.scrollId === undefined ? 0 : Number(input.scrollId);
    const end = start + input.count;
    return {
      total: urns.length,
      hits: urns
        .slice(start, end)
        .map((urn) => ({ urn, entityType: entityTypeOf(urn), score: 1, matchedFields: [] })),
      facets: [
        {
          field: 'platform',
          displayName: 'Platform',
          entity: undefined,
          buckets: [{ value: 'a', count: 2, entity: undefined, displayName: undefined }],
        },
      ],
      suggestions: [],
      nextScrollId: end < urns.length ? String(end) : undefined,
    };
  }

  #apply(proposal: MetadataChangeProposal): readonly ChangeResult[] {
    const { urn, aspectName } = proposal;
    const entity = this.#registry.entities.get(entityTypeOf(urn));
    const spec = entity?.aspects.get(aspectName);
    if (entity === undefined || spec === undefined) {
      throw new CatalogError('VALIDATION', `Unknown aspect ${aspectName} for ${urn}`);
    }
    const aspects = this.#entities.get(urn) ?? new Map<string, Aspect>();
    if (proposal.changeType === 'DELETE') {
      aspects.delete(aspectName);
      return [{ urn, aspectName, outcome: 'deleted' }];
    }
    if (proposal.changeType === 'CREATE' && aspects.has(aspectName)) {
      if (proposal.condition?.ifNoneMatch === '*') return [{ urn, aspectName, outcome: 'skipped' }];
      throw new CatalogError('VALIDATION', 'Cannot perform CREATE since the aspect already exists.');
    }
    if (proposal.condition?.ifVersionMatch === '-10000') {
      throw new CatalogError('PRECONDITION', 'Expected version -10000, actual version 1');
    }
    const key = this.#aspect(
      urn,
      entity.keyAspect.name,
      canonicalAspect(entity.keyAspect, keyAspectValue(entity, urn)),
    );
    this.#entities.set(urn, aspects.set(entity.keyAspect.name, key));
    const text = proposal.changeType === 'PATCH' ? '{"patched":true}' : canonicalAspect(spec, proposal.value);
    const aspect = this.#aspect(urn, aspectName, text);
    aspects.set(aspectName, aspect);
    return [{ urn, aspectName, outcome: 'written', aspect }];
  }

  #aspect(urn: Urn, aspectName: string, text: string): Aspect {
    return new Aspect({
      urn,
      aspectName,
      text,
      systemMetadata: { lastObserved: 1, runId: 'run', version: '1' },
      created: { time: 1, actor: ROOT_ACTOR },
      sequence: this.#sequence,
    });
  }
}
