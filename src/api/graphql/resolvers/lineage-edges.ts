import { CatalogError, invalidRequest } from '../../../errors.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { upsertOf } from '../../../model/proposal-builders.ts';
import type { Urn } from '../../../model/urn.ts';
import { stampNow } from '../../../operations/stamp-now.ts';
import { requireExisting } from '../../../operations/stored.ts';
import { writeIfUnchanged } from '../../../operations/write-if-unchanged.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { lineagePlace, withLink, withoutLink } from '../lineage-places.ts';
import type { LineagePlace } from '../lineage-places.ts';
import { requireEdit } from '../mutation-steps.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';

interface EdgeInput {
  readonly downstreamUrn: string;
  readonly upstreamUrn: string;
}
interface ParentInput {
  readonly parentUrn?: string | null;
  readonly resourceUrn: string;
}

/** An edge to add or remove. */
interface LinkChange {
  readonly place: LineagePlace;
  /** The end whose aspect stores the edge. */
  readonly at: Urn;
  readonly other: Urn;
  readonly isAdded: boolean;
}

const PRIVILEGE = 'EDIT_LINEAGE';
const LOGICAL_TYPES: ReadonlySet<string> = new Set(['dataset', 'schemaField']);

/** Mutations of lineage and of logical parents. */
export const LINEAGE_MUTATIONS = {
  updateLineage: (_root, { input }, context) =>
    updating(input, async () => {
      const added = parseEdges(input.edgesToAdd, context);
      const removed = parseEdges(input.edgesToRemove, context);
      const ends = [...added, ...removed].flatMap(({ downstream, upstream }) => [downstream, upstream]);
      await requireEdit(PRIVILEGE, ends, context);
      await requireExisting(
        added.flatMap(({ downstream, upstream }) => [downstream, upstream]),
        (urn) => `Failed to update lineage: entity does not exist: ${urn}. Check the urn.`,
        context,
      );
      await write([...changesOf(added, true), ...changesOf(removed, false)], context);
      return true;
    }),
  setLogicalParent: (_root, { input }, context) => updating(input, () => setLogicalParent(input, context)),
} satisfies Partial<Resolvers['Mutation']>;

function parseEdges(edges: readonly (EdgeInput | null)[], { references }: GraphqlContext) {
  return edges.flatMap((edge) =>
    edge === null
      ? []
      : [{ downstream: references.parse(edge.downstreamUrn), upstream: references.parse(edge.upstreamUrn) }],
  );
}

function changesOf(
  edges: readonly { readonly downstream: EntityReference; readonly upstream: EntityReference }[],
  isAdded: boolean,
): readonly LinkChange[] {
  return edges.map(({ downstream, upstream }) => {
    const place = lineagePlace(downstream, upstream);
    const [at, other] = place.keptAt === 'downstream' ? [downstream, upstream] : [upstream, downstream];
    return { place, at: at.urn, other: other.urn, isAdded };
  });
}

/** Writes each aspect in its own commit. Additions are applied before removals, so removals win. */
async function write(changes: readonly LinkChange[], context: GraphqlContext): Promise<void> {
  for (const [aspectName, ofAspect] of Map.groupBy(changes, ({ place }) => place.aspectName)) {
    const byUrn = Map.groupBy(ofAspect, ({ at }) => at);
    for (const [urn, ofEntity] of byUrn) {
      await writeIfUnchanged(
        [urn],
        aspectName,
        (before) => changed(before?.value, ofEntity, context),
        context,
      );
    }
  }
}

function changed(
  before: JsonObject | undefined,
  changes: readonly LinkChange[],
  context: GraphqlContext,
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
  const after = changes.reduce(
    (value, { place, other, isAdded }) =>
      isAdded
        ? withLink(value, place, other, linkTo(other, place, context))
        : withoutLink(value, place, other),
    start,
  );
  return after === start ? undefined : after;
}

/** An edge as DataHub's UI writes it: lineage shows it as added manually. */
function linkTo(other: Urn, { key }: LineagePlace, context: GraphqlContext): JsonObject {
  const stamp = { ...stampNow(context) };
  const properties = { source: 'UI' };
  return key === 'dataset'
    ? { dataset: other, type: 'TRANSFORMED', auditStamp: stamp, created: stamp, properties }
    : { destinationUrn: other, created: stamp, lastModified: stamp, properties };
}

async function setLogicalParent(input: ParentInput, context: GraphqlContext): Promise<boolean> {
  const { references } = context;
  const child = references.parse(input.resourceUrn);
  const parent = input.parentUrn ? references.parse(input.parentUrn) : undefined;
  const ends = parent === undefined ? [child] : [child, parent];
  const other = ends.find(
    ({ entityType }) => !LOGICAL_TYPES.has(entityType) || entityType !== child.entityType,
  );
  if (other !== undefined) {
    throw invalidRequest(
      `${other.urn} cannot be part of this logical parent link. Use two datasets or two columns.`,
    );
  }
  await requireEdit('EDIT_ENTITY', ends, context);
  await requireExisting(
    ends.filter(({ entityType }) => entityType === 'dataset'),
    (urn) => `Dataset ${urn} does not exist. Create it first.`,
    context,
  );
  const stamp = { ...stampNow(context) };
  const link = parent && { parent: { destinationUrn: parent.urn, created: stamp, lastModified: stamp } };
  await context.ingest([upsertOf(child.urn, 'logicalParent', link ?? {})]);
  return true;
}
