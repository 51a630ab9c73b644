import type { Aspect, EntityAspects } from '../../model/aspect.ts';
import { PERSONAL_ASPECTS, isOfAnother } from '../../model/access/personal.ts';
import type { Scope } from '../../model/scope.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import { PROMPTS, type FormInfo } from '../../model/visibility/hidden-prompts.ts';
import { isVisibleByName, namesSeenInPart, visibleAspect } from '../../model/visibility/visible-aspect.ts';
import { throwIfCancelled } from '../../util/concurrency/cancellation.ts';
import type { AspectRow, EntityRow } from '../entity-rows.ts';
import type { ScopedReader } from '../scoped-reader.ts';
import type { SystemReader } from '../system-reader.ts';
import { isShownInPart, mergedVersions } from './merged-versions.ts';
import { dependsOnRows, visibleEntity } from './visible-entity.ts';

/** Maximum versions that one count reads. */
const MOST_COUNTED = 10_000;

/** Creates a reader that applies scopes to what `reader` reads. */
export function createScopedReader(reader: SystemReader): ScopedReader {
  const entities: ScopedReader['entities'] = async (urns, aspectNames, scope, most) => {
    throwIfCancelled();
    const visible = urns.filter((urn) => scope.seesEntity(urn));
    const stored = await reader.rows(visible, aspectNames, most);
    const dependent = [...stored.keys()].filter((urn) => dependsOnRows(urn, scope));
    const whole = aspectNames === undefined ? stored : await reader.rows(dependent, undefined, most);
    return withForms(reader, (infoOf) => {
      const seen = new Map<Urn, { readonly entity: EntityRow; readonly aspects: EntityAspects }>();
      for (const [urn, { entity, rows }] of stored) {
        const all = whole.get(urn)?.rows ?? rows;
        const shown = dependsOnRows(urn, scope) ? visibleEntity(entity, all.values(), scope, infoOf) : entity;
        if (shown === undefined) continue;
        seen.set(urn, { entity: shown, aspects: visibleAspects(rows, scope, infoOf) });
      }
      return seen;
    });
  };

  /** The visible urns. Entities whose visibility depends on their rows must exist. */
  const visibleOf = async (urns: readonly Urn[], scope: Scope): Promise<readonly Urn[]> => {
    const seen = urns.filter((urn) => scope.seesEntity(urn));
    const dependent = seen.filter((urn) => dependsOnRows(urn, scope));
    if (dependent.length === 0) return seen;
    const shown = await entities(dependent, [], scope);
    return seen.filter((urn) => !dependsOnRows(urn, scope) || shown.has(urn));
  };
  const isSeen = async (urn: Urn, scope: Scope): Promise<boolean> =>
    (await visibleOf([urn], scope)).length > 0;

  const history: ScopedReader['history'] = async (key, scope, most) => {
    const latest = (await isSeen(key.urn, scope)) ? await reader.version(key, 0) : undefined;
    if (latest === undefined) return { versions: [], isWhole: true };
    const former = await reader.history(key, most);
    const isWhole =
      former.length === 0 ? latest.aspect.systemMetadata.version === '1' : former.at(-1)?.version === 1;
    const versions = await withForms(reader, (infoOf) =>
      [...former.toReversed(), { version: 0, row: latest }].map(({ version, row }) => ({
        version,
        aspect: visibleAspect(row, scope, infoOf),
        created: row.aspect.created,
        sequence: row.aspect.sequence,
      })),
    );
    return isShownInPart(key.aspectName, scope)
      ? mergedVersions({ versions, isWhole })
      : { versions, isWhole };
  };

  return {
    entities,
    history,
    changeCount: createChangeCounting(reader, isSeen, history),
    version: async (key, version, scope) => {
      if (version !== 0 && isShownInPart(key.aspectName, scope)) {
        const { versions } = await history(key, scope);
        return versions.find((seen) => seen.version === version)?.aspect;
      }
      const row = (await isSeen(key.urn, scope)) ? await reader.version(key, version) : undefined;
      return row && withForms(reader, (infoOf) => visibleAspect(row, scope, infoOf));
    },
    ...readsOfDeletions(reader),
    points: async (key, limit, scope, window, most) =>
      (await isSeen(key.urn, scope)) ? reader.points(key, limit, window, most) : [],
    endedGenerations: async (scope) => {
      const generations = await reader.endedGenerations();
      await scope.settle(generations.map(({ propertyUrn }) => propertyUrn));
      return generations.filter(({ propertyUrn }) => scope.seesEntity(propertyUrn));
    },
    urns: async (request, fits, scope) => {
      const { next, urns } = await reader.urns(request);
      const fitting = urns.filter(fits);
      await scope.settle(fitting);
      return { urns: await visibleOf(fitting, scope), next };
    },
  };
}

/** Creates the count of commits among the kept versions of an entity. */
function createChangeCounting(
  reader: SystemReader,
  isSeen: (urn: Urn, scope: Scope) => Promise<boolean>,
  history: ScopedReader['history'],
): ScopedReader['changeCount'] {
  return async (urn, without, scope, most) => {
    if (!(await isSeen(urn, scope)) || (await reader.entities([urn], [])).size === 0) return undefined;
    const hidden = [...PERSONAL_ASPECTS].filter((aspectName) => isOfAnother({ urn, aspectName }, scope));
    const inPart = namesSeenInPart(urn, scope).filter((aspectName) => !without.includes(aspectName));
    const read = await reader.versionSequences(urn, [...without, ...hidden, ...inPart], MOST_COUNTED + 1);
    const commits = new Set(read.slice(0, MOST_COUNTED));
    for (const aspectName of inPart) {
      const { versions } = mergedVersions(await history({ urn, aspectName }, scope, most));
      for (const { sequence } of versions) commits.add(sequence);
    }
    return { count: commits.size, isExact: read.length <= MOST_COUNTED };
  };
}

/** Creates the reads of hard deletions. */
function readsOfDeletions(reader: SystemReader): Pick<ScopedReader, 'lastDeletion' | 'lastDeletions'> {
  const lastDeletion: ScopedReader['lastDeletion'] = async (urn, scope, most) => {
    const deletion = scope.seesEntity(urn) ? await reader.lastDeletion(urn, most) : undefined;
    if (deletion === undefined) return undefined;
    const { created, rows, sequence } = deletion;
    const aspects = await withForms(reader, (infoOf) => visibleAspects(rows, scope, infoOf));
    return aspects.size === 0 ? undefined : { sequence, created, aspects };
  };
  return {
    lastDeletion,
    lastDeletions: async (urns, scope, most) => {
      const found = new Map<Urn, Sequence>();
      const kept = await reader.lastDeletions(urns.filter((urn) => scope.seesEntity(urn)));
      for (const [urn, { aspectNames, sequence }] of kept) {
        const isVisible =
          aspectNames.some((aspectName) => isVisibleByName({ urn, aspectName }, scope)) ||
          (await lastDeletion(urn, scope, most)) !== undefined;
        if (isVisible) found.set(urn, sequence);
      }
      return found;
    },
  };
}

/** The parts of rows that are visible to a scope, by aspect name. */
export function visibleAspects(
  rows: ReadonlyMap<string, AspectRow>,
  scope: Scope,
  infoOf: FormInfo,
): EntityAspects {
  const aspects = new Map<string, Aspect>();
  for (const [aspectName, row] of rows) {
    const aspect = visibleAspect(row, scope, infoOf);
    if (aspect !== undefined) aspects.set(aspectName, aspect);
  }
  return aspects;
}

/** Evaluates a view; if it looks up forms, which is rare, reads them and evaluates it again. */
export async function withForms<T>(reader: SystemReader, view: (infoOf: FormInfo) => T): Promise<T> {
  const asked = new Set<Urn>();
  const first = view((form) => {
    asked.add(form);
    return undefined;
  });
  if (asked.size === 0) return first;
  const forms = await reader.entities([...asked], [PROMPTS.infoAspect]);
  return view((form) => forms.get(form)?.aspects.get(PROMPTS.infoAspect)?.value);
}
