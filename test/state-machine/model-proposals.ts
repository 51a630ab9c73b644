import { isDeepStrictEqual } from 'node:util';
import type { CatalogModel, Expected } from './catalog-model.ts';
import type { Entity, Name, Values } from './model-values.ts';

/** A proposal to set the values of a property of an entity; no values: to remove them. */
export interface ModelProposal {
  readonly entity: Entity;
  readonly name: Name;
  /** The values as they would have been stored when they were proposed. */
  readonly values: Values;
  /** What was seen when they were proposed; empty: nothing. */
  readonly before: Values;
  state: 'OPEN' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN';
}

/** Proposals, each with one part, in the model. */
export class ModelProposals {
  readonly all: ModelProposal[] = [];
  readonly #model: CatalogModel;

  constructor(model: CatalogModel) {
    this.#model = model;
  }

  /** The proposal of the values, an open one of the same; undefined: refused like the write, or nothing would change. */
  propose(entity: Entity, name: Name, sent: Values): ModelProposal | undefined {
    const before = this.#seen(entity, name);
    const values = this.#model.typed(name, sent);
    // An edit compares values in any order and without duplicates.
    if (isDeepStrictEqual(new Set(before), new Set(values))) return undefined;
    if (this.#model.tries(entity, name, sent) === 'refused') return undefined;
    const proposal: ModelProposal = { entity, name, values, before, state: 'OPEN' };
    const isSame = (other: ModelProposal): boolean =>
      isDeepStrictEqual({ ...other, before }, proposal) && other.state === 'OPEN';
    const known = this.all.find(isSame);
    if (known === undefined) this.all.push(proposal);
    return known ?? proposal;
  }

  /** Makes the write, unless it is refused, or the part has changed otherwise and is not to be overwritten. */
  approve(proposal: ModelProposal, overwrites: boolean): Expected {
    const { before, entity, name, state, values } = proposal;
    if (state !== 'OPEN') return 'refused';
    const now = this.#seen(entity, name);
    const isInConflict = !isDeepStrictEqual(now, before) && !isDeepStrictEqual(now, values);
    if (isInConflict && !overwrites) return 'refused';
    const written =
      values.length === 0 ? this.#model.remove(entity, name) : this.#model.add(entity, name, values);
    if (written !== 'refused') proposal.state = 'APPROVED';
    return written;
  }

  /** Ends an open proposal without a write. */
  end(proposal: ModelProposal, state: 'REJECTED' | 'WITHDRAWN'): Expected {
    if (proposal.state !== 'OPEN') return 'refused';
    proposal.state = state;
    return 'done';
  }

  #seen(entity: Entity, name: Name): Values {
    return this.#model.visible(entity).get(name) ?? [];
  }
}
