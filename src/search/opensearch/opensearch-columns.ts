import { CatalogError } from '../../errors.ts';
import { parseUrn } from '../../model/urn.ts';
import type { ColumnChoice, ColumnMoves, ColumnWorth, DueDocuments } from '../column-moves.ts';
import { MATCH_ALL } from '../expression.ts';
import { askIndexes } from './cluster/ask-indexes.ts';
import type { Connection } from './cluster/connection.ts';
import { LAST_LAYOUT, type IndexGeneration } from './cluster/generation.ts';
import {
  ownColumn,
  sharedColumn,
  type ColumnList,
  type ColumnRule,
  type Columns,
} from './document/columns.ts';
import { FIELDS, MOST_OWN_COLUMNS } from './document/layout.ts';
import { beginMove, endMove, mappedFields, movableNow, switchMove } from './document/move-steps.ts';
import { askOne, totalOf, urnOf } from './query/answer.ts';
import type { Clause } from './query/clause.ts';
import { countFacets } from './query/count-facets.ts';
import { existsClause } from './query/expression-clause.ts';
import { matchingOf } from './query/matching.ts';

/** Dependencies of moves of columns. */
export interface OpenSearchColumnsParts {
  readonly connection: Connection;
  readonly generation: IndexGeneration;
  readonly columnRule: ColumnRule;
  readonly requestTimeoutMs: number;
}

/** Maximum properties counted for a choice, from the most used. */
const MOST_COUNTED = 20_000;
/** Steps of a move. */
const STEPS = 3;

/** Moves fields between the columns of a generation of indexes. */
export class OpenSearchColumns implements ColumnMoves {
  readonly #parts: OpenSearchColumnsParts;

  constructor(parts: OpenSearchColumnsParts) {
    this.#parts = parts;
  }

  get stage(): ColumnMoves['stage'] {
    const { move } = this.#list;
    return move && (move.isSwitched ? 'switched' : 'copying');
  }

  get readsEndWithinMs(): number {
    return this.#parts.requestTimeoutMs;
  }

  resume(): Promise<void> {
    return this.#parts.generation.dropEarlierLayouts();
  }

  async choose(worthOf: (field: string) => ColumnWorth): Promise<ColumnChoice> {
    const { columnRule, connection, generation } = this.#parts;
    const { isEligible, most } = columnRule;
    const held = await fieldsByUse(connection, generation, columnRule, MOST_COUNTED);
    const { fields } = this.#list;
    const own = fields.filter(isEligible);
    // Unused ones keep their columns while there is room.
    const known = [...new Set([...held.filter(isEligible), ...own])];
    const of = (worth: ColumnWorth): string[] => known.filter((field) => worthOf(field) === worth);
    const wanted = new Set([...of('first'), ...of('next'), ...of('last')].slice(0, most));
    const gone = new Set(of('none'));
    return {
      up: [...wanted].filter((field) => !fields.includes(field)),
      down: own.filter((field) => !wanted.has(field) && !gone.has(field)),
      dropped: own.filter((field) => gone.has(field)),
    };
  }

  async begin(choice: ColumnChoice): Promise<ColumnChoice> {
    const { columnRule, generation } = this.#parts;
    const now = movableNow(choice, this.#list, columnRule);
    if (now.up.length + now.down.length + now.dropped.length === 0) return now;
    const next = beginMove(this.#list, now);
    if (mappedFields(next) > MOST_OWN_COLUMNS || generation.state.layout + STEPS > LAST_LAYOUT) {
      throw new CatalogError(
        'CONFLICT',
        'So many properties have been moved in the search index that it takes no further move. ' +
          'Rebuild it with `colophon system-update --step restore-indices`.',
      );
    }
    await generation.replaceColumns(next);
    return now;
  }

  async due(size: number): Promise<DueDocuments> {
    const { connection, generation } = this.#parts;
    const target = generation.everything();
    if (target === undefined || this.stage !== 'copying') return { urns: [], total: 0 };
    await connection.ask({ method: 'POST', path: `/${target.path}/_refresh` });
    const missing = (this.#list.move?.fields ?? []).map((field) => isMissing(field, generation.columns));
    const answer = await askOne(askIndexes(connection, target.path), {
      size,
      sort: ['_doc'],
      track_total_hits: true,
      query: { bool: { should: missing, minimum_should_match: 1 } },
      stored_fields: '_none_',
      docvalue_fields: [FIELDS.urn],
    });
    return { urns: answer.hits.hits.map((hit) => parseUrn(urnOf(hit))), total: totalOf(answer) };
  }

  async switchReads(): Promise<void> {
    if (this.stage === 'copying') await this.#parts.generation.replaceColumns(switchMove(this.#list));
  }

  async end(): Promise<void> {
    if (this.stage === 'switched') await this.#parts.generation.replaceColumns(endMove(this.#list));
  }

  get #list(): ColumnList {
    return this.#parts.generation.columns.list;
  }
}

/** Names of fields that documents of a generation have, the most used first; empty when it has no documents. */
export async function fieldsByUse(
  connection: Connection,
  generation: IndexGeneration,
  { usage }: ColumnRule,
  size: number,
): Promise<readonly string[]> {
  const target = generation.everything();
  if (target === undefined) return [];
  const matching = matchingOf({ entityTypes: [], where: MATCH_ALL }, target.columns);
  const ask = askIndexes(connection, target.path);
  const counting = { isOneShard: target.isOneShard, mostValues: size };
  const [used] = await countFacets(ask, matching, [{ fields: [usage], size }], counting);
  return used?.buckets.map(({ values }) => String(values[0])) ?? [];
}

/** Matches documents with values of a moving field that are not in its new place. */
function isMissing(field: string, columns: Columns): Clause {
  const shared = sharedColumn(field);
  const isThere = columns.list.fields.includes(field)
    ? { prefix: { [shared.name]: shared.prefix } }
    : { exists: { field: ownColumn(field).name } };
  return { bool: { filter: [existsClause(field, columns)], must_not: [isThere] } };
}
