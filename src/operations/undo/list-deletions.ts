import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { registryTypeOf } from '../../model/registry/entity-type-names.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { Sequence } from '../../model/sequence.ts';
import { entityTypeOf, isUrn, type Urn } from '../../model/urn.ts';
import type { DeletionPlace, ListedDeletion } from '../../store/system-reader.ts';
import { list } from '../input-types.ts';
import { READ } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { NUMBER, TEXT, described, objectOf } from '../shapes.ts';
import type { ProtectedWork } from '../work.ts';
import { because } from '../../refusals.ts';

/** A change that removed something for good, and can be undone. */
export interface UndoableDeletion {
  /** `entity`: a hard deletion, undone by its urn. `values`: a breaking change of a property, undone by its commit. */
  readonly kind: 'entity' | 'values';
  readonly urn: Urn;
  readonly entityType: string;
  readonly sequence: Sequence;
  /** Epoch ms. */
  readonly time: number;
  readonly actor: Urn;
  /** Epoch ms. */
  readonly undoableUntil: number;
  /** Assets that lost a value, counted so far; for `values` only. */
  readonly assets?: number | undefined;
}

/** A page of deletions, latest first. */
export interface DeletionPage {
  readonly deletions: readonly UndoableDeletion[];
  /** Cursor of the next page; undefined after the last one. */
  readonly next: string | undefined;
  /** How long a deletion can be undone, in ms. */
  readonly undoableFor: number;
}

const DEFAULT_COUNT = 50;
const MOST_COUNT = 200;
/** Candidates per read, and maximum reads for one page, which then ends early. */
const READ_AT_ONCE = 200;
const MOST_READS = 20;

/** Columns are deleted and restored with their table. */
const COLUMN = 'schemaField';

/**
 * Hard-deleted entities that do not exist again, and breaking changes of properties that cleared values, as long as they
 * can be undone, within what the caller may view. Whether the caller may undo them is decided by the undo. Throws
 * INVALID_REQUEST for an unknown entity type, a malformed cursor, and a count out of range.
 */
export const listDeletions = defineProtected({
  name: 'listDeletions',
  effect: 'read',
  summary: 'Lists hard-deleted entities and cleared property values that can be undone, latest first.',
  needs: READ,
  isLong: true,
  input: () =>
    objectOf({
      entityTypes: v.nullish(described('Names of entity types; default: all but columns.', list(TEXT)), []),
      count: v.nullish(
        described(`Maximum deletions of a page, at most ${MOST_COUNT}; default: ${DEFAULT_COUNT}.`, NUMBER),
        DEFAULT_COUNT,
      ),
      cursor: v.nullish(described('Cursor of the page: next of the page before; default: the first.', TEXT)),
    }),
  limits: ({ count, entityTypes }, { registry }) => {
    if (!Number.isInteger(count) || count < 1 || count > MOST_COUNT)
      throw invalidRequest(
        `count must be a whole number from 1 to ${MOST_COUNT}, but it is ${count}.`,
        'count',
        because('INPUT_RANGE', { name: 'count', value: String(count), least: 1, most: MOST_COUNT }),
      );
    const unknown = entityTypes.find(
      (name) => registry.findEntity(registryTypeOf(name) ?? name) === undefined,
    );
    if (unknown !== undefined)
      throw invalidRequest(
        `'${unknown}' is not an entity type. Use a name such as dataset.`,
        'entityTypes',
        because('ENTITY_TYPE_UNKNOWN', { name: unknown, closest: '' }),
      );
  },
  run: async ({ count, cursor, entityTypes }, work): Promise<DeletionPage> => {
    const start = cursor === undefined || cursor === null ? undefined : placeOf(cursor);
    const oldest = work.settings.now() - work.settings.undoableFor;
    const types = new Set(entityTypes.map((name) => registryTypeOf(name) ?? name));
    const isWanted = ({ urn }: { readonly urn: Urn }): boolean => {
      const type = entityTypeOf(urn);
      return types.size === 0 ? type !== COLUMN : types.has(type);
    };
    const cleared = (await clearedValues(work)).filter(isWanted);
    const found: UndoableDeletion[] = [];
    let at = start;
    let isAtEnd = false;
    for (let reads = 0; !isAtEnd && found.length < count && reads < MOST_READS; reads++) {
      const page = await work.services.reader.deletions(at, READ_AT_ONCE);
      isAtEnd = page.length < READ_AT_ONCE || page.some(({ created }) => created.time <= oldest);
      const deleted = await undoableIn(page.filter(isWanted), work);
      const last = page.at(-1);
      const end = isAtEnd || last === undefined ? undefined : { time: last.created.time, urn: last.urn };
      const between = cleared.filter((one) => isAfter(one, at) && (end === undefined || !isAfter(one, end)));
      found.push(...[...deleted, ...between].sort(latestFirst));
      at = end;
    }
    const kept = found.filter(({ time }) => time > oldest).slice(0, count);
    const hasMore = found.length > kept.length && kept.length === count;
    const last = hasMore ? kept.at(-1) : undefined;
    const next = last === undefined ? (isAtEnd ? undefined : at) : last;
    return { deletions: kept, next: next && cursorOf(next), undoableFor: work.settings.undoableFor };
  },
});

/** The deletions of entities that do not exist again and that the caller may view. */
async function undoableIn(
  page: readonly ListedDeletion[],
  { query, scope, services, settings }: ProtectedWork,
): Promise<readonly UndoableDeletion[]> {
  const existing = await services.reader.entities(
    page.map(({ urn }) => urn),
    [],
  );
  const deleted = page.filter(({ urn }) => !existing.has(urn));
  const last = await query.lastDeletions([...new Set(deleted.map(({ urn }) => urn))], scope);
  // An entity that was deleted again is listed once, with its last deletion.
  const listed = deleted.filter(({ sequence, urn }) => last.get(urn) === sequence);
  return listed.map(({ created, sequence, urn }) => ({
    kind: 'entity',
    urn,
    entityType: entityTypeOf(urn),
    sequence,
    ...created,
    undoableUntil: created.time + settings.undoableFor,
  }));
}

/** Breaking changes that cleared values, of properties that still have the definition of the change. */
async function clearedValues({
  query,
  scope,
  services,
  settings,
}: ProtectedWork): Promise<readonly UndoableDeletion[]> {
  const generations = await query.endedGenerations(scope);
  const { definitionAspect, entityType } = STRUCTURED_PROPERTY;
  const found: UndoableDeletion[] = [];
  const stored = await services.reader.rows(
    [...new Set(generations.map(({ propertyUrn }) => propertyUrn))],
    [definitionAspect],
  );
  for (const { ended, propertyUrn: urn, removal } of generations) {
    if (ended?.reason !== 'broken' || removal?.found === 0) continue;
    const definition = stored.get(urn)?.rows.get(definitionAspect)?.aspect;
    // The undo restores the definition before the last change only.
    if (definition?.sequence !== ended.sequence || !scope.seesAssignment(urn, ended.sequence)) continue;
    const { sequence, time } = ended;
    const { actor } = definition.created;
    const undoableUntil = time + settings.undoableFor;
    const assets = removal?.found;
    found.push({ kind: 'values', urn, entityType, sequence, time, actor, undoableUntil, assets });
  }
  return found;
}

/** Whether the deletion comes after the place in the list; undefined is its begin. */
function isAfter({ time, urn }: UndoableDeletion, place: DeletionPlace | undefined): boolean {
  if (place === undefined) return true;
  return time < place.time || (time === place.time && urn < place.urn);
}

function latestFirst(a: UndoableDeletion, b: UndoableDeletion): number {
  return b.time - a.time || (a.urn < b.urn ? 1 : -1);
}

function cursorOf({ time, urn }: DeletionPlace): string {
  return Buffer.from(`${time} ${urn}`).toString('base64url');
}

function placeOf(cursor: string): DeletionPlace {
  const [, time, urn = ''] = /^(\d{1,16}) (.*)$/s.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (time === undefined || !isUrn(urn))
    throw invalidRequest(
      'cursor is invalid. Use next of the page before, unchanged.',
      'cursor',
      because('CURSOR_INVALID'),
    );
  return { time: Number(time), urn };
}
