import type { EntityReference } from '../../../model/entity-reference.ts';
import type { JsonObject } from '../../../util/json.ts';

/** A record of an aspect as stored, and the entity that has it. Its GraphQL type says what it shows. */
export class StoredRecord {
  readonly value: JsonObject;
  readonly of: EntityReference;
  /** What was found of the fields without which it is not shown, by member. */
  readonly found: ReadonlyMap<string, unknown> | undefined;

  constructor(value: JsonObject, of: EntityReference, found?: ReadonlyMap<string, unknown>) {
    this.value = value;
    this.of = of;
    this.found = found;
  }
}
