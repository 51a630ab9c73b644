import type { EntityReference } from '../../../model/entity-reference.ts';
import type { JsonObject } from '../../../util/json.ts';

/** A stored record of an aspect, with its entity. Its GraphQL type determines the fields. */
export class StoredRecord {
  readonly value: JsonObject;
  readonly of: EntityReference;
  /** Values of its required fields, by member. */
  readonly found: ReadonlyMap<string, unknown> | undefined;

  constructor(value: JsonObject, of: EntityReference, found?: ReadonlyMap<string, unknown>) {
    this.value = value;
    this.of = of;
    this.found = found;
  }
}
