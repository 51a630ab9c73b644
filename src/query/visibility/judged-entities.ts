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

/** Attributes of an entity, and what orders its creation and what it states. */
export type JudgedAttributes = EntityAttributes & {
  /** Commit that created it, and who did. Absent: it does not exist. */
  readonly made?: { readonly sequence: Sequence; readonly by: Urn };
  /** Sequence of the commit from which on it names its subjects. Absent: it has none. */
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

/** Judges entities by the attributes that were read of them last. */
export class JudgedEntities {
  readonly #read: ReadAttributes;
  readonly #settled = new Map<Urn, JudgedAttributes>();
  /** Whether an actor does not see what entities of a type state of a urn, whatever has it. */
  readonly madeBlindly: (maker: Urn, subject: Urn, entityType: string) => boolean;

  constructor(read: ReadAttributes, rulesOf: FindRules) {
    this.#read = read;
    this.madeBlindly = blindMakers(rulesOf);
  }

  /** Reads the attributes, also of entities that are known: the request can have written to them since. */
  async settle(urns: readonly Urn[]): Promise<void> {
    if (urns.length === 0) return;
    for (const [urn, attributes] of await this.#read([...new Set(urns)])) this.#settled.set(urn, attributes);
  }

  subjectsOf(urn: Urn): readonly Urn[] {
    return (this.#settled.get(urn)?.subject ?? []).filter(isUrn);
  }

  /** Whether the entity, and the one that it is a column of, have what the predicate wants. */
  isIn(predicate: EntityPredicate, urn: Urn): boolean {
    const holder = holderOf(urn);
    const entityType = entityTypeOf(urn);
    const isHolderIn = holder === undefined || this.#holdsSince(predicate, holder, entityType, urn);
    return isHolderIn && this.#holdsFor(predicate, urn, entityType);
  }

  /** Whether at least one subject of the entity has what the predicate wants, and every table of a query. */
  isSubjectIn(predicate: EntityPredicate, urn: Urn): boolean {
    const entityType = entityTypeOf(urn);
    if (!dependsOnSubjects(predicate, entityType)) return true;
    const subjects = this.subjectsOf(urn);
    if (subjects.length === 0) return this.#settled.has(urn);
    const isTaken = (subject: Urn): boolean => this.#holdsSince(predicate, subject, entityType, urn);
    if (entityType === QUERY_TYPE) return tablesOf(subjects).every(isTaken);
    return subjects.some((subject) => withHolder(subject).every(isTaken));
  }

  /** Whether it is a query of tables that all have what the predicate wants. */
  isQueryOf(predicate: EntityPredicate, urn: Urn): boolean {
    if (entityTypeOf(urn) !== QUERY_TYPE) return false;
    const tables = tablesOf(this.subjectsOf(urn));
    return (
      tables.length > 0 &&
      tables.every((table) => this.#holdsSince(predicate, table, entityTypeOf(table), urn))
    );
  }

  /** Whether an entity has what the predicate wants of one of this type. */
  #holdsFor(predicate: EntityPredicate, urn: Urn, entityType: string): boolean {
    const told = satisfiesByUrn(predicate, { ...attributesOfUrn(urn), entityType: [entityType] });
    if (told !== undefined) return told;
    const attributes = this.#settled.get(urn);
    return attributes !== undefined && satisfies(predicate, { ...attributes, entityType: [entityType] });
  }

  /**
   * `holdsFor` for one that a statement is about: one that does not exist, or was made later, is judged by its urn alone.
   * Columns need not exist.
   */
  #holdsSince(predicate: EntityPredicate, urn: Urn, entityType: string, statement: Urn): boolean {
    const told = satisfiesByUrn(predicate, { ...attributesOfUrn(urn), entityType: [entityType] });
    if (told !== undefined) return told;
    const made = this.#settled.get(urn)?.made;
    if (made === undefined) return holderOf(urn) !== undefined && this.#holdsFor(predicate, urn, entityType);
    const of = this.#settled.get(statement);
    const statedIn = of?.statedIn ?? of?.made?.sequence ?? Infinity;
    if (made.sequence > statedIn && this.madeBlindly(made.by, urn, entityTypeOf(statement))) return false;
    return this.#holdsFor(predicate, urn, entityType);
  }
}

/** Creates a test whether an actor does not see what entities of a type state of an urn, whatever has it. */
function blindMakers(rulesOf: FindRules): (maker: Urn, subject: Urn, entityType: string) => boolean {
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

/** A column and what it is a column of; any other entity alone. */
export function withHolder(urn: Urn): readonly Urn[] {
  return [urn, holderOf(urn) ?? urn];
}

/** Attributes that follow from a urn: `urn` and `entityType`. */
export function attributesOfUrn(urn: Urn): EntityAttributes {
  return { urn: [urn], entityType: [entityTypeOf(urn)] };
}
