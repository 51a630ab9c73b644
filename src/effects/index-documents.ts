import type { EntityRegistry } from '../model/entity-registry.ts';
import { derivedValues, ifFit } from '../model/aspects/derived-aspects.ts';
import type { PropertyDirectory } from '../model/structured-property.ts';
import { entityTypeOf, type Urn } from '../model/urn.ts';
import { DIGEST_FIELD, createDigest } from '../search/documents/document-digest.ts';
import { createDocumentSteps, type IndexedRow } from '../search/documents/document.ts';
import { addLastChange } from '../search/documents/last-change.ts';
import {
  INCOMPLETE,
  UNJUDGED,
  bareDocument,
  withoutAspectFor,
  withoutValuesFor,
  type ReportIncomplete,
} from '../search/documents/incomplete.ts';
import type { DocumentChange } from '../search/search-index.ts';
import type { EntityRows } from '../store/entity-rows.ts';
import type { SystemReader } from '../store/system-reader.ts';
import { inChunks } from '../util/concurrency/in-chunks.ts';
import { nextTurn } from '../util/concurrency/next-turn.ts';
import { inSteps, type Steps } from '../util/concurrency/steps.ts';
import { isTurnOver } from '../util/concurrency/turn-clock.ts';

/**
 * Builds the index changes of entities, from `known` rows or else from the store's current rows. Yields to other work
 * in between.
 */
export type ReadDocuments = (
  urns: readonly Urn[],
  known?: ReadonlyMap<Urn, EntityRows>,
) => Promise<readonly DocumentChange[]>;

/** Entities read, and documents built, in one turn of the event loop. */
const PER_TURN = 250;

/** Internal data of derived aspects. */
const NOTHING = {};

/**
 * Documents are built from the latest rows, not from the log: applying a commit late or twice is safe. An entity that
 * cannot be fully indexed does not block others: its document lacks a part, is marked incomplete, and is reported,
 * possibly repeatedly.
 */
export function createDocumentReader(
  reader: Pick<SystemReader, 'rows'>,
  registry: EntityRegistry,
  properties: PropertyDirectory,
  report: ReportIncomplete = () => undefined,
): ReadDocuments {
  const documentSteps = createDocumentSteps(registry);
  const digestOf = createDigest(registry);
  function* changeSteps(urn: Urn, stored: EntityRows | undefined): Steps<DocumentChange> {
    const spec = registry.entities.get(entityTypeOf(urn));
    // An entity that does not fit the registry is left out of the index instead of blocking it.
    const derived =
      stored && spec && ifFit(() => derivedValues(spec, stored.entity, (name) => !stored.rows.has(name)));
    if (stored === undefined || derived === undefined) return { urn, removed: true };
    const rows: IndexedRow[] = [...stored.rows.values()];
    for (const aspect of derived) rows.push({ aspect, internal: NOTHING });
    const failures: string[] = [];
    const document = yield* documentSteps(urn, rows, properties, (aspectName, error) =>
      failures.push(withoutAspectFor(aspectName, error)),
    );
    const { values } = document;
    values.set(DIGEST_FIELD, [digestOf(rows)]);
    addLastChange(values, rows);
    const reasons = [...(values.get(INCOMPLETE) ?? []).map(String), ...failures];
    for (const reason of reasons) report(urn, reason);
    if (reasons.length > 0) values.set(INCOMPLETE, reasons);
    if (failures.length > 0) values.set(UNJUDGED, ['true']);
    return document;
  }

  function* safeSteps(urn: Urn, stored: EntityRows | undefined): Steps<DocumentChange> {
    try {
      return yield* changeSteps(urn, stored);
    } catch (error) {
      const reason = withoutValuesFor(error);
      report(urn, reason);
      return bareDocument(
        { urn, entityType: registry.findEntity(entityTypeOf(urn))?.name ?? entityTypeOf(urn) },
        reason,
      );
    }
  }

  return async (urns, known = new Map<Urn, EntityRows>()) => {
    const changes: DocumentChange[] = [];
    for await (const slice of inChunks(urns, PER_TURN)) {
      const found = await reader.rows(slice.filter((urn) => !known.has(urn)));
      for (const urn of slice) {
        // One document alone can be long.
        if (isTurnOver()) await nextTurn();
        changes.push(await done(safeSteps(urn, known.get(urn) ?? found.get(urn))));
      }
    }
    if (isTurnOver()) await nextTurn();
    return changes;
  };
}

/** Runs the steps; returns a promise only for an entity that takes more than one turn. */
function done(steps: Steps<DocumentChange>): DocumentChange | Promise<DocumentChange> {
  const first = steps.next();
  return first.done === true ? first.value : inSteps(steps);
}
