import type { Catalog } from '../../../src/auth/catalog.ts';
import type { Actor } from '../../../src/auth/actor.ts';
import { Permit } from '../../../src/auth/permit.ts';
import { CatalogError } from '../../../src/errors.ts';
import { Aspect } from '../../../src/model/aspect.ts';
import { canonicalAspect } from '../../../src/model/aspects/aspect-text.ts';
import type { EntityRegistry } from '../../../src/model/entity-registry.ts';
import { keyAspectValue } from '../../../src/model/aspects/key-aspect.ts';
import type { MetadataChangeProposal } from '../../../src/model/proposal.ts';
import { entityTypeOf } from '../../../src/model/urn.ts';
import type { Urn } from '../../../src/model/urn.ts';
import type { PageInput } from '../../../src/query/metadata-query.ts';

type Results = Awaited<ReturnType<Catalog['ingest']>>['results'];

/**
 * In-memory catalog for protocol tests. It applies no rules except those of CREATE; patches are recorded, not applied.
 */
export class MemoryCatalog implements Catalog {
  readonly actor: Actor;
  /** All proposals, in order. */
  readonly proposals: MetadataChangeProposal[] = [];
  /** All searches, in order. */
  readonly searches: PageInput[] = [];
  readonly #registry: EntityRegistry;
  readonly #entities = new Map<Urn, Map<string, Aspect>>();
  #sequence = 0;

  constructor(registry: EntityRegistry, actor: Actor) {
    this.#registry = registry;
    this.actor = actor;
  }

  async ingest(proposals: readonly MetadataChangeProposal[]): ReturnType<Catalog['ingest']> {
    this.proposals.push(...proposals);
    this.#sequence++;
    return Promise.resolve({
      sequence: this.#sequence,
      results: proposals.flatMap((proposal) => this.#apply(proposal)),
    });
  }

  deleteEntity(urn: Urn): ReturnType<Catalog['deleteEntity']> {
    const rows = this.#entities.get(urn)?.size ?? 0;
    this.#entities.delete(urn);
    return Promise.resolve({ urn, rows, timeseriesRows: 0, sequence: ++this.#sequence });
  }

  getEntities(urns: readonly Urn[], aspectNames?: readonly string[]): ReturnType<Catalog['getEntities']> {
    const found = urns.flatMap((urn) => {
      const aspects = this.#entities.get(urn);
      if (aspects === undefined) return [];
      const chosen = [...aspects].filter(([name]) => aspectNames?.includes(name) ?? true);
      return [[urn, new Map(chosen)] as const];
    });
    return Promise.resolve(new Map(found));
  }

  getAspect(urn: Urn, aspectName: string, version: number): ReturnType<Catalog['getAspect']> {
    return Promise.resolve(version <= 1 ? this.#entities.get(urn)?.get(aspectName) : undefined);
  }

  existing(urns: readonly Urn[]): ReturnType<Catalog['existing']> {
    return Promise.resolve(new Set(urns.filter((urn) => this.#entities.has(urn))));
  }

  search(input: PageInput): ReturnType<Catalog['search']> {
    this.searches.push(input);
    const urns = [...this.#entities.keys()]
      .sort()
      .filter((urn) => input.entityTypes.length === 0 || input.entityTypes.includes(entityTypeOf(urn)));
    const start = input.scrollId === undefined ? 0 : Number(input.scrollId);
    const end = start + input.count;
    return Promise.resolve({
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
      nextScrollId: end < urns.length ? String(end) : undefined,
    });
  }

  summarize(): ReturnType<Catalog['summarize']> {
    return Promise.resolve([]);
  }

  aggregate(): ReturnType<Catalog['aggregate']> {
    return Promise.resolve([]);
  }

  points(): Promise<never[]> {
    return Promise.resolve([]);
  }

  deletePoints(): never {
    throw new Error('The catalog of Maps keeps no points.');
  }

  countAspects(): Promise<number> {
    return Promise.resolve(0);
  }

  runs(): Promise<never[]> {
    return Promise.resolve([]);
  }

  runRows(): Promise<never[]> {
    return Promise.resolve([]);
  }

  rollBackRun(): never {
    throw new Error('The catalog of Maps keeps no runs.');
  }

  relationships(): ReturnType<Catalog['relationships']> {
    return Promise.resolve({ total: 0, entities: [] });
  }

  searchLineage(): never {
    throw new Error('not part of this catalog');
  }

  listLineage(): never {
    throw new Error('not part of this catalog');
  }

  scrollLinks(): never {
    throw new Error('not part of this catalog');
  }

  timeline(): never {
    throw new Error('not part of this catalog');
  }

  scanPoints(): never {
    throw new Error('not part of this catalog');
  }

  valueRemovals(): ReturnType<Catalog['valueRemovals']> {
    return Promise.resolve([]);
  }

  auditEvents(): never {
    throw new Error('not part of this catalog');
  }

  planProperties(): never {
    throw new Error('not part of this catalog');
  }

  applyPlan(): never {
    throw new Error('not part of this catalog');
  }

  createAccessToken(): never {
    throw new Error('not part of this catalog');
  }

  getAccessToken(): never {
    throw new Error('not part of this catalog');
  }

  findAccessToken(): never {
    throw new Error('not part of this catalog');
  }

  get accounts(): never {
    throw new Error('not part of this catalog');
  }

  listAccessTokens(): never {
    throw new Error('not part of this catalog');
  }

  revokeAccessToken(): never {
    throw new Error('not part of this catalog');
  }

  deleteWithReferences(): never {
    throw new Error('not part of this catalog');
  }

  get views(): never {
    throw new Error('not part of this catalog');
  }

  get secrets(): never {
    throw new Error('not part of this catalog');
  }

  get connections(): never {
    throw new Error('not part of this catalog');
  }

  get policies(): never {
    throw new Error('not part of this catalog');
  }

  maintenance(): never {
    throw new Error('not part of this catalog');
  }

  requirePrivilege(): void {
    // All privileges are granted.
  }

  requireEntityPrivilege(): Promise<void> {
    return Promise.resolve();
  }

  permit(): Promise<Permit> {
    return Promise.resolve(new Permit());
  }

  #apply(proposal: MetadataChangeProposal): Results {
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
      created: { time: 1, actor: this.actor.urn },
      sequence: this.#sequence,
    });
  }
}
