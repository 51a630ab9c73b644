import { datasetUrn, propertyUrn, type Value } from '../support/catalog-client.ts';
import type { TestServer } from '../support/start-server.ts';
import { CatalogModel } from './catalog-model.ts';
import { ModelProposals, type ModelProposal } from './model-proposals.ts';
import type { Entity, Name, Scalar } from './model-values.ts';
import type { CatalogUnderTest } from './catalog-under-test.ts';

/** State of one sequence: a model, and its own name prefix in a shared catalog. */
export class World {
  readonly model = new CatalogModel();
  readonly proposals = new ModelProposals(this.model);
  /** Ids of the proposals in the catalog. */
  readonly proposalIds = new Map<ModelProposal, string>();
  readonly catalog: CatalogUnderTest;
  readonly #prefix: string;
  #versions = 0;
  #runs = 0;

  constructor(catalog: CatalogUnderTest, prefix: string) {
    this.catalog = catalog;
    this.#prefix = prefix;
  }

  get server(): TestServer {
    return this.catalog.server;
  }

  id(name: Name): string {
    return `${this.#prefix}.${name}`;
  }

  /** Name in the model of a property urn in the catalog. */
  nameOf(propertyUrnText: string): Name {
    return propertyUrnText.slice(propertyUrn(`${this.#prefix}.`).length) as Name;
  }

  property(name: Name): string {
    return propertyUrn(this.id(name));
  }

  field(name: Name): string {
    return `structuredProperties.${this.id(name)}`;
  }

  dataset(entity: Entity | 'nothing'): string {
    return datasetUrn(`${this.#prefix}.${entity}`);
  }

  /** Whether a dataset in the shared catalog is one of this sequence. */
  isMine(urn: string): boolean {
    return urn.includes(`,${this.#prefix}.`);
  }

  /** A new, unused run id. */
  newRun(): string {
    return `${this.#prefix}-run-${++this.#runs}`;
  }

  /** A version greater than all earlier ones. */
  version(): string {
    const seconds = String(this.#versions++ % 60).padStart(2, '0');
    const minutes = String(Math.floor((this.#versions - 1) / 60)).padStart(2, '0');
    return `2026010100${minutes}${seconds}`;
  }
}

/** A value in the form of the aspects. */
export function unionOf(value: Scalar): Value {
  return typeof value === 'string' ? { string: value } : { double: value };
}

/** The string or number of a value in the form of the aspects. */
export function scalarOf(value: Value): Scalar {
  return 'string' in value ? value.string : value.double;
}
