import { invalidRequest } from '../../errors.ts';
import type { Scope } from '../../model/scope.ts';
import { compareUrns, isUrn, type Urn } from '../../model/urn.ts';
import { edgeField } from '../../search/links/edges.ts';
import type { SearchReader } from '../../search/search-index.ts';
import { unrestrictedUrns } from '../../search/unrestricted.ts';
import type { StatedLink } from '../../search/links/stated-links.ts';
import { nextTurnOfRead } from '../../util/concurrency/cancellation.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import { readInParts } from '../read-in-parts.ts';
import type { LineageNeighbours, LineageStep } from './lineage-neighbours.ts';
import type { LineageListInput, LineageNeighbour, LineageQuery } from './lineage-query.ts';
import { latestOf, linksBehind, neighboursWithin, type LinkParts } from './lineage-window.ts';
import { MAX_RELATIONSHIPS } from '../relationships/relationships.ts';
import { because } from '../../refusals.ts';

const SIBLINGS = 'siblings';
/** Number of entities whose siblings are read at a time. */
const READ = 500;

export interface LineageListParts extends LinkParts {
  readonly index: SearchReader;
  readonly neighbours: LineageNeighbours;
}

/**
 * Lists direct neighbours, sorted by urn. Siblings are entities of two sources for the same asset, such as a dbt model
 * and its table. They share their lineage; of several siblings among the neighbours, only the primary one is listed.
 */
export function createLineageList(parts: LineageListParts): LineageQuery['listLineage'] {
  return async (input, scope) => {
    checkPage(input);
    await scope.settle([input.urn]);
    if (!scope.seesEntity(input.urn)) return { total: 0, filtered: 0, neighbours: [] };
    const group = input.separateSiblings ? new Set([input.urn]) : await siblingGroup(input.urn, scope, parts);
    const steps = await firstSteps(group, input, scope, parts);
    const shown = input.separateSiblings ? steps : await withoutSiblings(steps, scope, parts);
    const page = [...shown.values()]
      .sort((a, b) => compareUrns(a.to, b.to))
      .slice(input.start, input.start + input.count);
    const present = input.includeGhostEntities ? page : await withoutGhosts(page, scope, parts);
    const links = await linksBehind(present, scope, parts);
    await scope.settle([...links.values()].flat().flatMap(({ via }) => via ?? []));
    const neighbours = present.map((step) => toNeighbour(step, links.get(step) ?? [], scope));
    return { total: shown.size, filtered: page.length - present.length, neighbours };
  };
}

function checkPage({ start, count }: LineageListInput): void {
  if (start >= 0 && count >= 0 && count <= MAX_RELATIONSHIPS) return;
  throw invalidRequest(
    `start must be at least 0 and count from 0 to ${MAX_RELATIONSHIPS}, not ${start} and ${count}. Request smaller pages.`,
    undefined,
    because('INPUT_RANGE', { name: 'count', value: String(count), least: 0, most: MAX_RELATIONSHIPS }),
  );
}

/** Steps that leave the group, by the urn they lead to; one for each entity. */
async function firstSteps(
  group: ReadonlySet<Urn>,
  input: LineageListInput,
  scope: Scope,
  parts: LineageListParts,
): Promise<ReadonlyMap<Urn, LineageStep>> {
  const steps = new Map<Urn, LineageStep>();
  const neighbours = neighboursWithin(parts.neighbours, input, parts);
  for await (const slice of neighbours([...group], input.direction, scope)) {
    for (const step of slice) if (!group.has(step.to) && !steps.has(step.to)) steps.set(step.to, step);
    await nextTurnOfRead();
  }
  return steps;
}

/** The entity with its siblings, transitively. */
async function siblingGroup(urn: Urn, scope: Scope, parts: LineageListParts): Promise<ReadonlySet<Urn>> {
  const group = new Set([urn]);
  for (let next = [urn]; next.length > 0 && group.size < READ;) {
    const found = await readSiblings(next, scope, parts);
    next = [...found.values()].flatMap(({ siblings }) => siblings).filter((sibling) => !group.has(sibling));
    for (const sibling of next) group.add(sibling);
  }
  return group;
}

/** Removes neighbours that are not primary and have a sibling among the neighbours. */
async function withoutSiblings(
  steps: ReadonlyMap<Urn, LineageStep>,
  scope: Scope,
  parts: LineageListParts,
): Promise<ReadonlyMap<Urn, LineageStep>> {
  const kept = new Map(steps);
  const urns = [...steps.keys()];
  for (let start = 0; start < urns.length; start += READ) {
    const asked = unrestrictedUrns(urns.slice(start, start + READ));
    const stating = await parts.index.values(asked, edgeField('SiblingOf'));
    const found = await readSiblings([...stating.keys()], scope, parts);
    for (const [urn, { siblings, isPrimary }] of found) {
      if (!isPrimary && siblings.some((sibling) => steps.has(sibling))) kept.delete(urn);
    }
    await nextTurnOfRead();
  }
  return kept;
}

interface Siblings {
  readonly siblings: readonly Urn[];
  readonly isPrimary: boolean;
}

async function readSiblings(
  urns: readonly Urn[],
  scope: Scope,
  parts: LineageListParts,
): Promise<ReadonlyMap<Urn, Siblings>> {
  const found = new Map<Urn, Siblings>();
  for await (const entities of readInParts(urns, [SIBLINGS], scope, parts)) {
    for (const [urn, aspects] of entities) {
      const value = aspects.get(SIBLINGS)?.value;
      const list: readonly unknown[] = Array.isArray(value?.['siblings']) ? value['siblings'] : [];
      const named = list.filter((one): one is Urn => typeof one === 'string' && isUrn(one));
      await scope.settle(named);
      const siblings = named.filter((sibling) => sibling !== urn && scope.seesEntity(sibling));
      if (siblings.length > 0) found.set(urn, { siblings, isPrimary: value?.['primary'] === true });
      if (isTurnOver()) await nextTurnOfRead();
    }
  }
  return found;
}

async function withoutGhosts(
  steps: readonly LineageStep[],
  scope: Scope,
  { getEntities }: LineageListParts,
): Promise<readonly LineageStep[]> {
  const entities = await getEntities(
    steps.map(({ to }) => to),
    ['status'],
    scope,
  );
  return steps.filter(({ to }) => {
    const aspects = entities.get(to);
    return aspects !== undefined && aspects.get('status')?.value['removed'] !== true;
  });
}

function toNeighbour(step: LineageStep, links: readonly StatedLink[], scope: Scope): LineageNeighbour {
  const latest = latestOf(links);
  if (latest === undefined) return { urn: step.to, type: step.type };
  const { source: _source, destination: _destination, via, ...details } = latest;
  return { ...details, urn: step.to, ...(via !== undefined && scope.seesEntity(via) && { via }) };
}
