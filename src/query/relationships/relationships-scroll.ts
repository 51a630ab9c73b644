import { Buffer } from 'node:buffer';
import { invalidRequest } from '../../errors.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { LineageModel } from '../../model/relationships/lineage.ts';
import type { Scope } from '../../model/scope.ts';
import type { Urn } from '../../model/urn.ts';
import { compareUrns, entityTypeOf } from '../../model/urn.ts';
import {
  COLUMN_RELATIONSHIP,
  DOWNSTREAM_COLUMNS,
  UPSTREAM_COLUMNS,
} from '../../search/links/column-links.ts';
import { edgeField, relationshipTypes } from '../../search/links/edges.ts';
import type { Expression } from '../../search/expression.ts';
import { allOf } from '../../search/expression.ts';
import { URN_FIELD } from '../../search/mapping.ts';
import type { SearchReader } from '../../search/search-index.ts';
import { unrestricted } from '../../search/unrestricted.ts';
import type { LinkReader, StatedLink } from '../../search/links/stated-links.ts';
import { nextTurn } from '../../util/concurrency/next-turn.ts';
import { anyOf, oneOf } from '../filters/combine.ts';
import type { Link, LinkQuery, LinkScrollInput } from './link-query.ts';
import type { MetadataQuery } from '../metadata-query.ts';
import { removedAmong } from './removed-among.ts';

export interface LinkScrollParts {
  readonly index: SearchReader;
  readonly registry: EntityRegistry;
  readonly model: LineageModel;
  readonly linksOf: LinkReader;
  readonly getEntities: MetadataQuery['getEntities'];
}

/** Number of entities whose links are read at once. */
const HOLDERS = 100;
/** Maximum number of entities read for one page; then the page ends, even without any links. */
const MAX_HOLDERS = 5_000;

/** End of a page: the entity that states its last link, and the key of that link. */
type Position = readonly [holder: string, link: string];

/** Finds entities that can state wanted links in the index, and reads the links from their aspects. */
export function createLinkScroll(parts: LinkScrollParts): LinkQuery['scrollLinks'] {
  return async (input, scope) => {
    const where = candidates(input, parts.registry);
    const links: Link[] = [];
    let position: Position | undefined =
      input.scrollId === undefined ? undefined : readScrollId(input.scrollId);
    for (let seen = 0; seen < MAX_HOLDERS; seen += HOLDERS) {
      const holders = await holdersFrom(position?.[0], where, parts);
      for (const [holder, stated] of await linksOfHolders(holders, input, scope, parts)) {
        for (const [key, link] of stated) {
          if (position?.[0] === holder && compareUrns(key, position[1]) <= 0) continue;
          if (links.length === input.count)
            return { links, nextScrollId: position && writeScrollId(position) };
          links.push(link);
          position = [holder, key];
        }
      }
      const last = holders.at(-1);
      if (last === undefined || holders.length < HOLDERS) return { links, nextScrollId: undefined };
      // All links of this entity have been read: no link key sorts after `\uffff`.
      position = [last, '\uffff'];
      await nextTurn();
    }
    return { links, nextScrollId: position && writeScrollId(position) };
  };
}

/** Entities that can state a wanted link. */
function candidates(input: LinkScrollInput, registry: EntityRegistry): Expression {
  const types = input.types.length > 0 ? input.types : relationshipTypes(registry);
  const isColumns = types.includes(COLUMN_RELATIONSHIP);
  const statesTo = (urns: readonly Urn[]): Expression =>
    anyOf([
      ...types.map((type) => oneOf(edgeField(type), urns)),
      ...(isColumns ? [oneOf(UPSTREAM_COLUMNS, urns)] : []),
    ]);
  const statesOf = (urns: readonly Urn[]): Expression =>
    anyOf([oneOf(URN_FIELD, urns), ...(isColumns ? [oneOf(DOWNSTREAM_COLUMNS, urns)] : [])]);
  const statesAny = anyOf([
    ...types.map((type): Expression => ({ kind: 'exists', field: edgeField(type) })),
    ...(isColumns ? [{ kind: 'exists', field: DOWNSTREAM_COLUMNS } as const] : []),
  ]);
  const { sources, destinations, ends } = input;
  return allOf([
    statesAny,
    ...(sources === undefined ? [] : [statesOf(sources)]),
    ...(destinations === undefined ? [] : [statesTo(destinations)]),
    ...(ends === undefined ? [] : [anyOf([statesOf(ends), statesTo(ends)])]),
  ]);
}

async function holdersFrom(
  first: string | undefined,
  where: Expression,
  { index, registry }: LinkScrollParts,
): Promise<readonly Urn[]> {
  const from: Expression[] =
    first === undefined
      ? []
      : [{ kind: 'range', field: URN_FIELD, lower: { value: first, inclusive: true } }];
  const query = { entityTypes: [...registry.entities.keys()], where: allOf([where, ...from]) };
  const page = await index.search({ ...unrestricted(query), sort: [], from: 0, size: HOLDERS });
  return page.hits.map(({ urn }) => urn);
}

/** Wanted and visible links that each holder states, by key, sorted by key. */
async function linksOfHolders(
  holders: readonly Urn[],
  input: LinkScrollInput,
  scope: Scope,
  parts: LinkScrollParts,
): Promise<readonly (readonly [Urn, ReadonlyMap<string, Link>])[]> {
  const entities = await parts.getEntities(holders, undefined, scope);
  const stated = holders.map((holder) => {
    const aspects = [...(entities.get(holder)?.values() ?? [])];
    const links = aspects.flatMap((aspect) => parts.linksOf(holder, aspect.aspectName, aspect.value));
    return [holder, links.flatMap((link) => wanted(link, input, parts) ?? [])] as const;
  });
  const ends = stated.flatMap(([, links]) =>
    links.flatMap(({ source, destination }) => [source, destination]),
  );
  await scope.settle(ends);
  const removed = input.includeSoftDelete ? new Set<Urn>() : await removedAmong(ends, parts);
  const isShown = (urn: Urn): boolean => scope.seesEntity(urn) && !removed.has(urn);
  return stated.map(([holder, links]) => {
    const shown = links.filter(({ source, destination }) => isShown(source) && isShown(destination));
    const keyed = shown.map((link): [string, Link] => [keyOf(link), link]);
    return [holder, new Map(keyed.sort(([a], [b]) => compareUrns(a, b)))];
  });
}

function wanted(
  link: StatedLink,
  input: LinkScrollInput,
  { model, registry }: LinkScrollParts,
): Link | undefined {
  const { type, source, destination } = link;
  const typeOf = (urn: Urn): string => registry.findEntity(entityTypeOf(urn))?.name ?? entityTypeOf(urn);
  const admits = (list: readonly string[] | undefined, value: string): boolean =>
    list?.includes(value) ?? true;
  const admitsType = (list: readonly string[], urn: Urn): boolean =>
    list.length === 0 || list.includes(typeOf(urn));
  if (input.types.length > 0 && !input.types.includes(type)) return undefined;
  if (!admits(input.sources, source) || !admits(input.destinations, destination)) return undefined;
  if (!admits(input.ends, source) && !admits(input.ends, destination)) return undefined;
  if (!admitsType(input.sourceTypes, source) || !admitsType(input.destinationTypes, destination))
    return undefined;
  const plain = { relationshipType: type, source, destination };
  if (!input.isLineage) return plain;
  const isUpstream = model.isUpstream(type, typeOf(source), typeOf(destination));
  if (isUpstream === undefined) return undefined;
  const [upstream, downstream] = isUpstream ? [destination, source] : [source, destination];
  const start = input.direction === 'UPSTREAM' ? downstream : upstream;
  if (input.direction !== undefined && !admits(input.ends, start)) return undefined;
  return { ...plain, upstream };
}

function keyOf({ relationshipType, source, destination }: Link): string {
  return [relationshipType, source, destination].join(' ');
}

function writeScrollId(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function readScrollId(scrollId: string): Position {
  try {
    const position: unknown = JSON.parse(Buffer.from(scrollId, 'base64url').toString());
    if (Array.isArray(position)) {
      const holder: unknown = position[0];
      const link: unknown = position[1];
      if (typeof holder === 'string' && typeof link === 'string') return [holder, link];
    }
  } catch {
    // Reported below, with every other malformed scroll id.
  }
  throw invalidRequest(`Invalid scroll id: ${scrollId}. Use the scroll id of the previous page, or none.`);
}
