import { entityTypeIdOf } from '../../model/properties/entity-type-id.ts';
import { parseRules } from '../../model/properties/property-rules.ts';
import { COLUMN_TYPE } from '../../model/relationships/lineage.ts';
import type { Urn } from '../../model/urn.ts';
import type { Expression } from '../../search/expression.ts';
import { MATCH_NONE } from '../filters/combine.ts';
import type { EffectiveFilters } from '../filters/field-resolution.ts';
import { warnOfColumns } from '../warn-inexact.ts';
import type { Warn } from '../warn-unknown-field.ts';
import { EffectiveExpressions, type EffectiveContext } from './effective-expressions.ts';

/**
 * The conditions of one request on effective values. Filters are resolved twice: the first time, `meeting` collects the
 * conditions, which `settle` then resolves by reads of the index.
 */
export class AskedEffective implements EffectiveFilters {
  readonly #context: EffectiveContext;
  readonly #asked = new Map<string, { readonly property: Urn; readonly own: Expression }>();
  readonly #found = new Map<string, Expression>();

  constructor(context: EffectiveContext) {
    this.#context = context;
  }

  meeting(property: Urn, own: Expression): Expression {
    const key = `${property} ${JSON.stringify(own)}`;
    const found = this.#found.get(key);
    if (found === undefined) this.#asked.set(key, { property, own });
    return found ?? MATCH_NONE;
  }

  async settle(warn: Warn): Promise<void> {
    for (const [key, { own, property }] of this.#asked)
      this.#found.set(key, (await this.of(property, warn)?.matching(own)) ?? MATCH_NONE);
    this.#asked.clear();
  }

  /** The expressions of a property; undefined if it does not exist. Warns if it is searched on columns. */
  of(property: Urn, warn: Warn): EffectiveExpressions | undefined {
    const state = this.#context.properties.get(property);
    if (state === undefined) return undefined;
    const isOnColumns =
      this.#context.entityTypes.includes(COLUMN_TYPE) &&
      state.definition.entityTypes.some((type) => entityTypeIdOf(type) === COLUMN_TYPE.toLowerCase());
    const inherits = state.rules !== undefined && parseRules(state.rules).inherit !== undefined;
    if (isOnColumns && inherits) warnOfColumns(state.definition.qualifiedName, warn);
    return new EffectiveExpressions(state, this.#context);
  }
}
