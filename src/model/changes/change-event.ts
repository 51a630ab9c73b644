import { isJsonObject, type JsonValue } from '../../util/json.ts';
import type { Aspect, AspectKey } from '../aspect.ts';
import type { Generation, Sequence } from '../sequence.ts';
import { isUrn, type Urn } from '../urn.ts';

/** What one commit changed in one aspect of one entity, as visible to a reader; or one point of a timeseries aspect. */
export interface ChangeEvent extends AspectKey {
  readonly sequence: Sequence;
  /** Position among the events of the commit that the reader gets, from 0. */
  readonly index: number;
  /** When it was committed, epoch ms. */
  readonly time: number;
  readonly actor: Urn;
  /** Ingestion run that wrote it; undefined: none, or not known. */
  readonly runId: string | undefined;
  /**
   * `DELETE` of the key aspect: the entity was deleted with all aspects. Otherwise the aspect is no longer visible to
   * the reader.
   */
  readonly kind: 'UPSERT' | 'DELETE';
  readonly entityType: string;
  /** Undefined: there was no value, or `notKept` lists it as unknown. Always undefined for a point. */
  readonly before: Aspect | undefined;
  /** Undefined: a deletion, or `notKept` lists it as unknown. */
  readonly after: Aspect | undefined;
  /** The values that are no longer stored, because the aspect was deleted or its history was trimmed since. */
  readonly notKept: readonly ('before' | 'after')[];
  /** On the last event of a commit: the cursor after it. */
  readonly cursor: string | undefined;
  /** On assignments of structured properties: the known changed ones. */
  readonly properties: readonly PropertyChange[] | undefined;
}

/** A property whose values were added, changed or removed. */
export interface PropertyChange {
  readonly propertyUrn: Urn;
  /** Generation of the definition under which the values were assigned. */
  readonly generation: Generation;
  /** Elements of `values`; undefined: not assigned, or not known. */
  readonly before: readonly JsonValue[] | undefined;
  readonly after: readonly JsonValue[] | undefined;
}

/**
 * The properties whose values differ between two versions of `structuredProperties`, of which a reader only sees
 * values of `generations`.
 */
export function changedProperties(
  before: Aspect | undefined,
  after: Aspect | undefined,
  generations: ReadonlyMap<string, Generation>,
): readonly PropertyChange[] {
  const [old, now] = [assignedValues(before), assignedValues(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((propertyUrn) => {
    const generation = generations.get(propertyUrn) ?? 0;
    const change = { propertyUrn, generation, before: old.get(propertyUrn), after: now.get(propertyUrn) };
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change];
  });
}

function assignedValues(aspect: Aspect | undefined): ReadonlyMap<Urn, readonly JsonValue[]> {
  const properties = aspect?.value['properties'];
  const assignments = Array.isArray(properties) ? properties.filter(isJsonObject) : [];
  return new Map(
    assignments.flatMap(({ propertyUrn, values }) =>
      typeof propertyUrn === 'string' && isUrn(propertyUrn) && Array.isArray(values)
        ? [[propertyUrn, values] as const]
        : [],
    ),
  );
}
