import { Buffer } from 'node:buffer';
import { invalidRequest } from '../../errors.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { LineageModel } from '../../model/relationships/lineage.ts';
import type { Scope } from '../../model/scope.ts';
import type { Urn } from '../../model/urn.ts';
import { COLUMN_RELATIONSHIP } from '../../model/relationships/column-links.ts';
import { DOWNSTREAM_COLUMNS, UPSTREAM_COLUMNS } from '../../search/links/column-fields.ts';
import { edgeField, relationshipTypes } from '../../search/links/edges.ts';
import { allOf, type Expression } from '../../search/expression.ts';
import { URN_FIELD } from '../../search/mapping.ts';
import type { SearchReader } from '../../search/search-index.ts';
import { unrestricted } from '../../search/unrestricted.ts';
import { linkGroups, type LinkGroup, type LinkReader } from '../../search/links/stated-links.ts';
import { nextTurnOfRead } from '../../util/concurrency/cancellation.ts';
import { inStepsOfRead } from '../../util/concurrency/steps.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import { anyOf, oneOf } from '../filters/combine.ts';
import type { Link, LinkQuery, LinkScrollInput } from './link-query.ts';
import type { MetadataQuery } from '../metadata-query.ts';
import { readInParts } from '../read-in-parts.ts';
import { removedAmong } from './removed-among.ts';
import { WantedLinks, sortedPairs, type LinkKey } from './wanted-links.ts';
import { because } from '../../refusals.ts';

export interface LinkScrollParts {
  readonly index: SearchReader;
  readonly registry: EntityRegistry;
  readonly model: LineageModel;
  readonly linksOf: LinkReader;
  readonly getEntities: MetadataQuery['getEntities'];
}

/** Number of entities whose links are read at a time. */
const HOLDERS = 100;
/** Maximum number of entities read for one page; then the page ends, even without any links. */
const MAX_HOLDERS = 5_000;

/** Number of sources and destinations whose visibility is checked at a time, unless one entity states more. */
const ENDS = 10_000;

/** End of a page: the entity that states its last link, and the key of that link. */
type Position = readonly [holder: string, ...link: LinkKey];

/** Finds entities that can state matching links in the index, and reads the links from their aspects. */
export function createLinkScroll(parts: LinkScrollParts): LinkQuery['scrollLinks'] {
  return async (input, scope) => {
    const where = candidates(input, parts.registry);
    const wanted = new WantedLinks(input, parts);
    const links: Link[] = [];
    let position: Position | undefined =
      input.scrollId === undefined ? undefined : readScrollId(input.scrollId);
    for (let seen = 0; seen < MAX_HOLDERS; seen += HOLDERS) {
      const holders = await holdersFrom(position?.[0], where, parts);
      for await (const { holder, groups } of shownGroups(holders, wanted, input, scope, parts)) {
        const after = position?.[0] === holder ? keyOf(position) : undefined;
        for (const pair of sortedPairs(groups, after)) {
          if (isTurnOver()) await nextTurnOfRead();
          if (pair === undefined) continue;
          const [type, source, destination] = pair;
          const link = wanted.linkOf(type, source, destination);
          if (link === undefined) continue;
          if (links.length === input.count)
            return { links, nextScrollId: position && writeScrollId(position) };
          links.push(link);
          position = [holder, type, source, destination];
        }
      }
      const last = holders.at(-1);
      if (last === undefined || holders.length < HOLDERS) return { links, nextScrollId: undefined };
      // All links of this entity have been read: no type sorts after `\uffff`.
      position = [last, '\uffff', '', ''];
      await nextTurnOfRead();
    }
    return { links, nextScrollId: position && writeScrollId(position) };
  };
}

/** Entities that can state a matching link. */
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

interface HolderGroups {
  readonly holder: Urn;
  readonly groups: readonly LinkGroup[];
}

/** Links that each entity states, limited to matching and visible ends. */
async function* shownGroups(
  holders: readonly Urn[],
  wanted: WantedLinks,
  input: LinkScrollInput,
  scope: Scope,
  parts: LinkScrollParts,
): AsyncGenerator<HolderGroups, void, undefined> {
  let together: HolderGroups[] = [];
  let ends = new Set<Urn>();
  for await (const { groups, holder } of statedGroups(holders, wanted, scope, parts)) {
    together.push({ holder, groups });
    for (const { sources, destinations } of groups) {
      for (const urn of sources) ends.add(urn);
      for (const urn of destinations) ends.add(urn);
      if (isTurnOver()) await nextTurnOfRead();
    }
    if (ends.size < ENDS && holder !== holders.at(-1)) continue;
    const isShown = await shownAmong([...ends], input, scope, parts);
    for (const { groups: stated, holder: one } of together) {
      const shown: LinkGroup[] = [];
      for (const { type, sources, destinations } of stated) {
        shown.push({ type, sources: sources.filter(isShown), destinations: destinations.filter(isShown) });
        if (isTurnOver()) await nextTurnOfRead();
      }
      yield { holder: one, groups: shown };
    }
    together = [];
    ends = new Set();
  }
}

/** Links that each entity states, limited to matching ends. */
async function* statedGroups(
  holders: readonly Urn[],
  wanted: WantedLinks,
  scope: Scope,
  parts: LinkScrollParts,
): AsyncGenerator<HolderGroups, void, undefined> {
  const ofHolder = new Map<Urn, LinkGroup[]>();
  let reached = 0;
  for await (const entities of readInParts(holders, undefined, scope, parts)) {
    for (const [holder, aspects] of entities) {
      // All parts of an entity are consecutive.
      for (; holders[reached] !== undefined && holders[reached] !== holder; reached++) {
        const before = holders[reached];
        if (before !== undefined) yield { holder: before, groups: ofHolder.get(before) ?? [] };
      }
      const groups = ofHolder.get(holder) ?? [];
      ofHolder.set(holder, groups);
      for (const aspect of aspects.values()) {
        for (const group of linkGroups(await inStepsOfRead(parts.linksOf(aspect)))) {
          groups.push(...wanted.narrow(group));
          if (isTurnOver()) await nextTurnOfRead();
        }
        if (isTurnOver()) await nextTurnOfRead();
      }
    }
  }
  for (const holder of holders.slice(reached)) yield { holder, groups: ofHolder.get(holder) ?? [] };
}

async function shownAmong(
  urns: readonly Urn[],
  { includeSoftDelete }: LinkScrollInput,
  scope: Scope,
  parts: LinkScrollParts,
): Promise<(urn: Urn) => boolean> {
  await scope.settle(urns);
  const removed = includeSoftDelete ? new Set<Urn>() : await removedAmong(urns, parts);
  return (urn) => scope.seesEntity(urn) && !removed.has(urn);
}

function keyOf([, ...key]: Position): LinkKey {
  return key;
}

function writeScrollId(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function readScrollId(scrollId: string): Position {
  try {
    const position: unknown = JSON.parse(Buffer.from(scrollId, 'base64url').toString());
    if (Array.isArray(position)) {
      const [holder, type, source, destination, ...more] = position.filter(
        (part) => typeof part === 'string',
      );
      if (holder !== undefined && type !== undefined && source !== undefined && destination !== undefined) {
        if (more.length === 0) return [holder, type, source, destination];
      }
    }
  } catch {
    // Reported below, with every other malformed scroll id.
  }
  throw invalidRequest(
    `Invalid scroll id: ${scrollId}. Use the scroll id of the previous page, or none.`,
    undefined,
    because('CURSOR_INVALID'),
  );
}
