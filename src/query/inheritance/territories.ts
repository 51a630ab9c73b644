import { invalidRequest } from '../../errors.ts';
import { MOST_LEVELS } from '../../model/entity-attributes.ts';
import type { SourceType } from '../../model/properties/inheritance.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import { because } from '../../refusals.ts';
import { allOf, type Expression } from '../../search/expression.ts';
import { edgeField } from '../../search/links/edges.ts';
import { REMOVED_FIELD, URN_FIELD } from '../../search/mapping.ts';
import type { FieldValues, SearchReader } from '../../search/search-index.ts';
import { unrestricted, unrestrictedUrns } from '../../search/unrestricted.ts';
import { MATCH_NONE, anyOf, negate, oneOf } from '../filters/combine.ts';
import type { LastChanges } from './hierarchy-changes.ts';

/** Maximum number of entities of a type with a value, and of those below them. */
export const MOST_SOURCES = 10_000;
export const MOST_GOVERNED = 100_000;

const PARENT_EDGE = edgeField('IsPartOf');

/** Index fields of an asset that name entities of the type. A domain names its parent. */
const MEMBER_FIELDS: Readonly<Record<SourceType, readonly string[]>> = {
  container: ['container'],
  domain: ['domains', PARENT_EDGE],
  glossaryTerm: ['glossaryTerms'],
};

/** Entities that are not soft-deleted. */
export const NOT_REMOVED: Expression = negate(oneOf(REMOVED_FIELD, ['true']));

/** Where an entity gets its value from: its nearest source, and how many levels above it that is. */
interface Place {
  readonly source: string;
  readonly depth: number;
}

/** An entity that may have changed: its parents, and its own values if it is a source. */
interface Checked {
  readonly urn: string;
  readonly parents: FieldValues;
  readonly values: FieldValues | undefined;
}

/** What the entities of one type with a value of a property govern. The same for every caller. */
export class Territory {
  readonly #type: SourceType;
  readonly #nearest: ReadonlyMap<string, Place>;
  #governed: ReadonlyMap<string, string[]> | undefined;
  readonly #above: ReadonlyMap<string, SourceAbove>;
  readonly #lowest: ReadonlyMap<string, number>;
  #isTooDeep: boolean | undefined;
  readonly #members: Map<string, Expression>;
  /** The index values of each source. */
  readonly sources: ReadonlyMap<string, FieldValues>;

  /**
   * `nearest`: the place of every entity that has a source; `above`: the next source above a source; `lowest`: levels from a
   * source down to the last entity that it governs.
   */
  constructor(
    type: SourceType,
    sources: ReadonlyMap<string, FieldValues>,
    nearest: ReadonlyMap<string, Place>,
    above: ReadonlyMap<string, SourceAbove>,
    lowest: ReadonlyMap<string, number>,
    members = new Map<string, Expression>(),
  ) {
    this.#type = type;
    this.sources = sources;
    this.#above = above;
    this.#lowest = lowest;
    this.#nearest = nearest;
    this.#members = members;
  }

  /** The territory after changes that moved no border, perhaps with other values of its sources; undefined if they moved one. */
  after(changes: readonly Checked[]): Territory | undefined {
    if (!changes.every((change) => this.#isInPlace(change))) return undefined;
    const values = changes.flatMap(({ urn, values: now }) =>
      now === undefined ? [] : [[urn, now] as const],
    );
    if (values.every(([urn, now]) => areSame(now, this.sources.get(urn)))) return this;
    const sources = new Map([...this.sources, ...values]);
    return new Territory(this.#type, sources, this.#nearest, this.#above, this.#lowest, this.#members);
  }

  /**
   * Whether an entity is a source as before, or one level below its parent and of the same source. If that holds for each entity
   * that changed, it holds for all, so each path still leads to the same source, and none returns to itself.
   */
  #isInPlace({ parents: [parent, ...others], urn, values }: Checked): boolean {
    if (others.length > 0 || (values !== undefined) !== this.sources.has(urn)) return false;
    const above = parent === undefined ? undefined : this.#nearest.get(String(parent));
    const levels = above && above.depth + 1;
    if (values === undefined) {
      const place = this.#nearest.get(urn);
      return place?.source === above?.source && place?.depth === levels;
    }
    const known = this.#above.get(urn);
    return known?.urn === above?.source && known?.levels === levels;
  }

  /** The entities that each source governs. */
  #governedBy(source: string): readonly string[] {
    if (this.#governed === undefined) {
      this.#governed = new Map([...this.sources.keys()].map((urn) => [urn, []]));
      for (const [urn, { source }] of this.#nearest) this.#governed.get(source)?.push(urn);
    }
    return this.#governed.get(source) ?? [];
  }

  /** Assets that name an entity whose nearest source is one of these. */
  members(sources: readonly string[]): Expression {
    if (sources.length === 0) return MATCH_NONE;
    // An index caches the documents of an expression by identity.
    const isAll = sources.length === this.sources.size;
    const key = isAll ? '' : [...sources].sort().join(' ');
    const known = this.#members.get(key);
    if (known !== undefined) return known;
    // In the order of an index, which finds them in one pass.
    const urns = isAll ? [...this.#nearest.keys()] : sources.flatMap((source) => this.#governedBy(source));
    urns.sort();
    const members = anyOf(MEMBER_FIELDS[this.#type].map((field) => oneOf(field, urns)));
    if (this.#members.size >= MOST_MEMBERS) this.#members.clear();
    this.#members.set(key, members);
    return members;
  }

  /** These sources and all below them. */
  under(sources: readonly string[]): readonly string[] {
    const wanted = new Set(sources);
    return [...this.sources.keys()].filter((source) => this.#isUnder(source, wanted));
  }

  /** Whether something is more levels below any source than values pass; those below its nearest source are checked already. */
  get isTooDeep(): boolean {
    this.#isTooDeep ??= [...this.#lowest].some(([source, levels]) => {
      const above = this.#sourcesAbove(source).reduce((sum, { levels: some }) => sum + some, 0);
      return levels + above > MOST_LEVELS;
    });
    return this.#isTooDeep;
  }

  #isUnder(source: string, wanted: ReadonlySet<string>): boolean {
    return wanted.has(source) || this.#sourcesAbove(source).some(({ urn }) => wanted.has(urn));
  }

  /** The sources above another, nearest first, each with the levels from the one before; only one more than values pass. */
  #sourcesAbove(source: string): readonly SourceAbove[] {
    const passed = new Map<string, SourceAbove>();
    for (let at = this.#above.get(source); at !== undefined; at = this.#above.get(at.urn)) {
      if (at.urn === source || passed.has(at.urn) || passed.size > MOST_LEVELS) break;
      passed.set(at.urn, at);
    }
    return [...passed.values()];
  }
}

/** The next source above another. */
interface SourceAbove {
  readonly urn: string;
  /** Number of levels between the two. */
  readonly levels: number;
}

/** Sets of sources whose members are kept as an expression. */
const MOST_MEMBERS = 32;

/** Maximum number of territories that are kept. */
const MOST_KEPT = 100;

interface Kept {
  readonly position: Sequence;
  readonly reloads: number;
  readonly territory: Promise<Territory>;
}

/** The assignments of one generation of a property. */
export interface Assignments {
  /** Qualified name, for errors. */
  readonly name: string;
  readonly field: string;
  /** Entities with an assignment, perhaps an empty one. */
  readonly held: Expression;
}

/** Finds territories, and keeps each until an entity of its type changes. */
export class Territories {
  readonly #index: SearchReader;
  readonly #changes: LastChanges;
  readonly #kept = new Map<string, Kept>();

  constructor(index: SearchReader, changes: LastChanges) {
    this.#index = index;
    this.#changes = changes;
  }

  /** The territory of a type. INVALID_REQUEST if it is too large. */
  async of(type: SourceType, assignments: Assignments): Promise<Territory> {
    const key = `${type} ${assignments.field}`;
    const known = this.#kept.get(key);
    const reloads = this.#changes.reloads();
    if (known?.reloads === reloads && this.#contains(known.position, type)) return known.territory;
    const position = this.#index.position();
    const changed = known?.reloads === reloads ? this.#changes.after(known.position, type) : undefined;
    const territory =
      known === undefined || changed === undefined
        ? this.#find(type, assignments, position)
        : this.#renewed(known.territory, changed, type, assignments, position);
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(key, { position, reloads, territory });
    // A failure must not be kept for the next request.
    territory.catch(() => this.#kept.delete(key));
    return territory;
  }

  /** Whether an index at this position contains all changes of the type. Afterwards, it may have changed again. */
  #contains(position: Sequence, type: SourceType): boolean {
    return position >= this.#changes.of(type) || position === this.#index.position();
  }

  /** A territory after changes of some entities: what is known of it if no border moved, which takes a moment. */
  async #renewed(
    known: Promise<Territory>,
    changed: readonly Urn[],
    type: SourceType,
    assignments: Assignments,
    position: Sequence,
  ): Promise<Territory> {
    if (!this.#index.isImmediate) await this.#index.visible(position);
    const { field, held } = assignments;
    const among = allOf([oneOf(URN_FIELD, changed), held, NOT_REMOVED]);
    const sources = new Set(await this.#urns(type, among, changed.length));
    const [values, parents] = await Promise.all(
      [field, PARENT_EDGE].map((one) => this.#index.values(unrestrictedUrns(changed), one)),
    );
    const checked = changed.map((urn) => ({
      urn,
      parents: parents?.get(urn) ?? [],
      values: sources.has(urn) ? (values?.get(urn) ?? []) : undefined,
    }));
    return (await known).after(checked) ?? this.#find(type, assignments, position);
  }

  async #find(type: SourceType, { field, held, name }: Assignments, position: Sequence): Promise<Territory> {
    // What is kept must contain everything up to the position.
    if (!this.#index.isImmediate) await this.#index.visible(position);
    const found = await this.#urns(type, allOf([held, NOT_REMOVED]), MOST_SOURCES);
    if (found.length > MOST_SOURCES) throw tooLarge(name, MOST_SOURCES, `${type} entities with a value`);
    const values = await this.#index.values(unrestrictedUrns(found), field);
    const sources = new Map<string, FieldValues>(found.map((urn) => [urn, values.get(urn) ?? []]));
    const nearest = new Map<string, Place>(found.map((urn) => [urn, { source: urn, depth: 0 }]));
    const above = new Map<string, SourceAbove>();
    const lowest = new Map<string, number>(found.map((urn) => [urn, 0]));
    let level: readonly string[] = type === 'glossaryTerm' ? [] : found;
    for (let depth = 0; level.length > 0; depth++) {
      if (depth > MOST_LEVELS) throw tooLarge(name, MOST_LEVELS, `levels below a ${type}`);
      const next: string[] = [];
      const children = await this.#urns(type, oneOf(PARENT_EDGE, level), MOST_GOVERNED);
      if (children.length > MOST_GOVERNED) throw tooLarge(name, MOST_GOVERNED, `${type} entities`);
      // Reading the parents takes half of the time. Below a single source they need not be known.
      const only = commonSource(level, nearest);
      const parents =
        only === undefined ? await this.#index.values(unrestrictedUrns(children), PARENT_EDGE) : undefined;
      const levels = depth + 1;
      const reached = new Map<string, Place>();
      for (const child of children) {
        const source = parents === undefined ? only : sourceAmong(parents.get(child) ?? [], nearest);
        if (source === undefined) continue;
        if (!nearest.has(child)) {
          const place = reached.get(source) ?? { source, depth: levels };
          reached.set(source, place);
          nearest.set(child, place);
          next.push(child);
        } else if (sources.has(child)) above.set(child, { urn: source, levels });
      }
      for (const source of reached.keys()) lowest.set(source, levels);
      if (nearest.size > MOST_GOVERNED) throw tooLarge(name, MOST_GOVERNED, `${type} entities`);
      level = next;
    }
    return new Territory(type, sources, nearest, above, lowest);
  }

  async #urns(type: SourceType, where: Expression, most: number): Promise<readonly Urn[]> {
    const query = unrestricted({ entityTypes: [type], where });
    const { hits } = await this.#index.search({ ...query, sort: [], from: 0, size: most + 1 });
    return hits.map(({ urn }) => urn);
  }
}

function areSame(one: FieldValues, other: FieldValues = []): boolean {
  return one.length === other.length && one.every((value, i) => value === other[i]);
}

function sourceAmong(parents: FieldValues, nearest: ReadonlyMap<string, Place>): string | undefined {
  for (const parent of parents) {
    const place = nearest.get(String(parent));
    if (place !== undefined) return place.source;
  }
  return undefined;
}

/** The nearest source of all these entities; undefined if it is not the same. */
function commonSource(
  [first = '', ...others]: readonly string[],
  nearest: ReadonlyMap<string, Place>,
): string | undefined {
  const source = nearest.get(first)?.source;
  return others.every((urn) => nearest.get(urn)?.source === source) ? source : undefined;
}

/** INVALID_REQUEST: a property is inherited from, or by way of, more than a filter can hold. */
export function tooLarge(name: string, most: number, what: string): Error {
  return invalidRequest(
    `Values of '${name}' are inherited by way of more than ${most} ${what}. ` +
      `Set them higher in the hierarchy, or search for structuredProperties.${name}.`,
    undefined,
    because('FILTER_TOO_LARGE', { most }),
  );
}
