import { entityTypeOf } from '../model/urn.ts';
import type { Urn } from '../model/urn.ts';
import { GUARDED_ASPECTS, TYPE_RIGHTS } from './write-rights.ts';

/**
 * Entity types whose entities say something of others: whoever holds the privilege on the other entity may write them.
 */
const SPOKEN_OF: Readonly<Record<string, readonly string[]>> = {
  incident: ['EDIT_ENTITY_INCIDENTS'],
  assertion: ['EDIT_ENTITY_ASSERTIONS'],
  dataContract: ['EDIT_ENTITY_DATA_CONTRACT'],
  query: ['EDIT_ENTITY_QUERIES'],
  schemaField: ['EDIT_DATASET_COL_BUSINESS_ATTRIBUTE_PRIVILEGE'],
  dataProduct: ['MANAGE_DATA_PRODUCTS', 'EDIT_ENTITY_DATA_PRODUCTS'],
  glossaryTerm: ['MANAGE_GLOSSARY_CHILDREN', 'MANAGE_ALL_GLOSSARY_CHILDREN'],
  glossaryNode: ['MANAGE_GLOSSARY_CHILDREN', 'MANAGE_ALL_GLOSSARY_CHILDREN'],
};

/**
 * The privileges on entities that one request has asked for and been allowed. An operation that knows what it is about
 * asks more exactly than the aspects that it then writes tell: to tag a column is one right, and the aspect holds the
 * texts of all columns. Operations ask before they write, each for itself.
 */
export class PassedChecks {
  readonly #entities = new Set<Urn>();
  readonly #privileges = new Set<string>();

  /** Takes down that the privilege is held on the entity. */
  note(privilege: string, urn: Urn): void {
    if (!/^(EDIT|MANAGE)_/.test(privilege)) return;
    this.#entities.add(urn);
    this.#privileges.add(privilege);
  }

  /**
   * Whether the request may write the aspect for what it has asked; undefined: the entity as a whole. Where privileges
   * on the entity do not count, having asked for one does not either.
   */
  allow(urn: Urn, aspectName: string | undefined): boolean {
    if (aspectName !== undefined && Object.hasOwn(GUARDED_ASPECTS, aspectName)) return false;
    const entityType = entityTypeOf(urn);
    if (Object.hasOwn(TYPE_RIGHTS, entityType) && TYPE_RIGHTS[entityType]?.isExclusive === true) return false;
    const others = Object.hasOwn(SPOKEN_OF, entityType) ? (SPOKEN_OF[entityType] ?? []) : [];
    return (
      (aspectName !== undefined && this.#entities.has(urn)) ||
      others.some((privilege) => this.#privileges.has(privilege))
    );
  }
}
