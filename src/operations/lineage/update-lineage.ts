import * as v from 'valibot';
import { CatalogError } from '../../errors.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { list, type InputTypes } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { requireExisting } from '../stored.ts';
import type { Work } from '../work.ts';
import { writeIfUnchanged } from '../write-if-unchanged.ts';
import { lineagePlace, withLinks, withoutLinks, type LineagePlace } from './lineage-places.ts';
import { described, objectOf } from '../shapes.ts';

/** An edge by its ends. */
interface Edge {
  readonly downstreamUrn: EntityReference;
  readonly upstreamUrn: EntityReference;
}

/** An edge to add or remove. */
interface LinkChange {
  readonly place: LineagePlace;
  /** The end whose aspect stores the edge. */
  readonly at: Urn;
  readonly other: Urn;
  readonly isAdded: boolean;
}

/**
 * Adds and removes lineage edges; an edge in both lists is removed. Throws NOT_FOUND for a missing end of an added edge,
 * and INVALID_REQUEST for entity types that cannot have lineage between them.
 */
export const updateLineage = defineOperation({
  name: 'updateLineage',
  effect: 'write',
  summary: 'Adds and removes lineage edges.',
  input: (types) =>
    objectOf({
      edgesToAdd: described('Edges to add; null is skipped.', edges(types)),
      edgesToRemove: described(
        'Edges to remove; null is skipped. An edge in both lists is removed.',
        edges(types),
      ),
    }),
  needs: {
    on: ({ edgesToAdd, edgesToRemove }) => endsOf([...edgesToAdd, ...edgesToRemove]),
    anyOf: ['EDIT_LINEAGE'],
  },
  run: async ({ edgesToAdd: added, edgesToRemove: removed }, work) => {
    await requireExisting(
      endsOf(added),
      (urn) => `Failed to update lineage: entity does not exist: ${urn}. Check the urn.`,
      work,
    );
    await write([...changesOf(added, true), ...changesOf(removed, false)], work);
  },
});

function edges(types: InputTypes) {
  const edge = objectOf({
    downstreamUrn: described('Urn of the derived asset.', types.entity()),
    upstreamUrn: described('Urn of the asset that it is derived from.', types.entity()),
  });
  return v.pipe(
    list(v.nullable(edge)),
    v.transform((given) => given.flatMap((one) => (one === null ? [] : [one]))),
  );
}

function endsOf(edges: readonly Edge[]): readonly EntityReference[] {
  return edges.flatMap(({ downstreamUrn, upstreamUrn }) => [downstreamUrn, upstreamUrn]);
}

function changesOf(edges: readonly Edge[], isAdded: boolean): readonly LinkChange[] {
  return edges.map(({ downstreamUrn: downstream, upstreamUrn: upstream }) => {
    const place = lineagePlace(downstream, upstream);
    const [at, other] = place.keptAt === 'downstream' ? [downstream, upstream] : [upstream, downstream];
    return { place, at: at.urn, other: other.urn, isAdded };
  });
}

/** Writes each aspect in its own commit. Additions are applied before removals, so removals win. */
async function write(changes: readonly LinkChange[], work: Work): Promise<void> {
  for (const [aspectName, ofAspect] of Map.groupBy(changes, ({ place }) => place.aspectName)) {
    const byUrn = Map.groupBy(ofAspect, ({ at }) => at);
    for (const [urn, ofEntity] of byUrn) {
      await writeIfUnchanged([urn], aspectName, (before) => changed(before?.value, ofEntity, work), work);
    }
  }
}

function changed(
  before: JsonObject | undefined,
  changes: readonly LinkChange[],
  work: Work,
): JsonObject | undefined {
  const [first] = changes;
  const start = before ?? first?.place.empty;
  if (first === undefined || start === undefined) {
    const urn = first?.at ?? '';
    throw new CatalogError(
      'NOT_FOUND',
      `${urn} has no properties yet. Ingest it before you change its lineage.`,
    );
  }
  let after = start;
  for (const [place, ofPlace] of Map.groupBy(changes, (change) => change.place)) {
    const added = ofPlace.filter(({ isAdded }) => isAdded);
    const removed = ofPlace.filter(({ isAdded }) => !isAdded);
    const links = new Map(added.map(({ other }) => [other, linkTo(other, place, work)]));
    after = withLinks(after, place, links);
    after = withoutLinks(after, place, new Set(removed.map(({ other }) => other)));
  }
  return after === start ? undefined : after;
}

/** An edge as DataHub's UI writes it: lineage shows it as added manually. */
function linkTo(other: Urn, { key }: LineagePlace, work: Work): JsonObject {
  const stamp = { ...stampNow(work) };
  const properties = { source: 'UI' };
  return key === 'dataset'
    ? { dataset: other, type: 'TRANSFORMED', auditStamp: stamp, created: stamp, properties }
    : { destinationUrn: other, created: stamp, lastModified: stamp, properties };
}
