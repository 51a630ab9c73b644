import { attributesOfUrn } from '../../model/entity-attributes.ts';
import { holderOf } from '../../model/relationships/column-holder.ts';
import { QUERY_TYPE, dependsOnSubjects, tablesOf } from '../../model/access/subject-types.ts';
import type { ReadRules } from '../../model/access/read-rules.ts';
import {
  satisfies,
  satisfiesByUrn,
  type EntityAttribute,
  type EntityAttributes,
  type EntityPredicate,
} from '../../model/entity-predicate.ts';
import type { Sequence } from '../../model/sequence.ts';
import { entityTypeOf, isUrn, type Urn } from '../../model/urn.ts';

/** Attributes of an entity, with the sequences of its creation and of its statements. */
export type JudgedAttributes = EntityAttributes & {
  /** The commit that created it, and its author. Absent: it does not exist. */
  readonly made?: { readonly sequence: Sequence; readonly by: Urn };
  /** Sequence of the commit since which it names its subjects. Absent: it has none. */
  readonly statedIn?: Sequence;
};

/**
 * Reads the attributes of entities that policies can test. An entity that does not exist has the attributes of its urn.
 * The result must contain at least the attributes in `asked`, or all if it is absent.
 */
export type ReadAttributes = (
  urns: readonly Urn[],
  asked?: ReadonlySet<EntityAttribute>,
) => Promise<ReadonlyMap<Urn, JudgedAttributes>>;

/** Finds the visibility rules of an actor. */
export type FindRules = (actor: Urn) => ReadRules;

/** Evaluates predicates on the last read attributes of entities. */
export class JudgedEntities {
  readonly #read: ReadAttributes;
  readonly #settled = new Map<Urn, JudgedAttributes>();
  /** Whether an actor's rules hide what entities of a type state about a urn, judging by the urn alone. */
  readonly lacksCreatorAccess: (maker: Urn, subject: Urn, entityType: string) => boolean;

  constructor(read: ReadAttributes, rulesOf: FindRules) {
    this.#read = read;
    this.lacksCreatorAccess = lacksAccessTest(rulesOf);
  }

  /** Reads the attributes, also of known entities: the request may have written to them since. */
  async settle(urns: readonly Urn[]): Promise<void> {
    if (urns.length === 0) return;
    for (const [urn, attributes] of await this.#read([...new Set(urns)])) this.#settled.set(urn, attributes);
  }

  subjectsOf(urn: Urn): readonly Urn[] {
    return (this.#settled.get(urn)?.subject ?? []).filter(isUrn);
  }

  /** Whether the entity, and for a column its parent, match the predicate. */
  isIn(predicate: EntityPredicate, urn: Urn): boolean {
    const holder = holderOf(urn);
    const entityType = entityTypeOf(urn);
    const isHolderIn = holder === undefined || this.#holdsSince(predicate, holder, entityType, urn);
    return isHolderIn && this.#holdsFor(predicate, urn, entityType);
  }

  /** Whether at least one subject of the entity matches the predicate; for a query, every table. */
  isSubjectIn(predicate: EntityPredicate, urn: Urn): boolean {
    const entityType = entityTypeOf(urn);
    if (!dependsOnSubjects(predicate, entityType)) return true;
    const subjects = this.subjectsOf(urn);
    if (subjects.length === 0) return this.#settled.has(urn);
    const matches = (subject: Urn): boolean => this.#holdsSince(predicate, subject, entityType, urn);
    if (entityType === QUERY_TYPE) return tablesOf(subjects).every(matches);
    return subjects.some((subject) => withHolder(subject).every(matches));
  }

  /** Whether it is a query with tables that all match the predicate. */
  isQueryOf(predicate: EntityPredicate, urn: Urn): boolean {
    if (entityTypeOf(urn) !== QUERY_TYPE) return false;
    const tables = tablesOf(this.subjectsOf(urn));
    return (
      tables.length > 0 &&
      tables.every((table) => this.#holdsSince(predicate, table, entityTypeOf(table), urn))
    );
  }

  /** Whether an entity matches the predicate as if it had this type. */
  #holdsFor(predicate: EntityPredicate, urn: Urn, entityType: string): boolean {
    const byUrn = satisfiesByUrn(predicate, { ...attributesOfUrn(urn), entityType: [entityType] });
    if (byUrn !== undefined) return byUrn;
    const attributes = this.#settled.get(urn);
    return attributes !== undefined && satisfies(predicate, { ...attributes, entityType: [entityType] });
  }

  /**
   * `#holdsFor` for the subject of a statement: one that does not exist, or was created after the statement, is judged by
   * its urn alone. Columns need not exist.
   */
  #holdsSince(predicate: EntityPredicate, urn: Urn, entityType: string, statement: Urn): boolean {
    const byUrn = satisfiesByUrn(predicate, { ...attributesOfUrn(urn), entityType: [entityType] });
    if (byUrn !== undefined) return byUrn;
    const made = this.#settled.get(urn)?.made;
    if (made === undefined) return holderOf(urn) !== undefined && this.#holdsFor(predicate, urn, entityType);
    const of = this.#settled.get(statement);
    const statedIn = of?.statedIn ?? of?.made?.sequence ?? Infinity;
    if (made.sequence > statedIn && this.lacksCreatorAccess(made.by, urn, entityTypeOf(statement)))
      return false;
    return this.#holdsFor(predicate, urn, entityType);
  }
}

/** Creates a test whether an actor's rules hide what entities of a type state about a urn, judging by the urn alone. */
function lacksAccessTest(rulesOf: FindRules): (maker: Urn, subject: Urn, entityType: string) => boolean {
  const known = new Map<Urn, ReadRules>();
  return (maker, subject, entityType) => {
    const rules = known.get(maker) ?? rulesOf(maker);
    known.set(maker, rules);
    const sees = (predicate: EntityPredicate | undefined, type: string): boolean =>
      predicate === undefined || satisfiesByUrn(predicate, { urn: [subject], entityType: [type] }) === true;
    if (sees(rules.entities, entityType)) return false;
    return entityType !== QUERY_TYPE || !sees(rules.queriedTables, entityTypeOf(subject));
  };
}

/** A column with its parent; any other entity alone. */
export function withHolder(urn: Urn): readonly Urn[] {
  return [urn, holderOf(urn) ?? urn];
}
