import type { Aspect } from '../../../model/aspect.ts';
import { PROMPTS } from '../../../model/visibility/hidden-prompts.ts';
import type { FormInfo } from '../../../model/visibility/hidden-prompts.ts';
import type { Scope } from '../../../model/scope.ts';
import type { Urn } from '../../../model/urn.ts';
import { visibleAspect } from '../../../model/visibility/visible-aspect.ts';
import type { EntityRow, EntityRows, MetadataReader } from '../../metadata-store.ts';
import { dependsOnRows, visibleEntity } from '../../visible-entity.ts';
import type { RowReader } from './row-reader.ts';

/** Implements the port's reader: applies scopes to what `rows` reads. */
export function createReader(rows: RowReader): MetadataReader {
  return {
    entities: async (urns, aspectNames, scope) => {
      const seen = [...new Set(urns)].filter((urn) => scope.seesEntity(urn));
      const stored = await rows.entities(seen, aspectNames);
      return visibleEntities(rows, inOrder(seen, stored), aspectNames, scope);
    },
    version: async (key, version, scope) => {
      if (!(await isSeen(rows, key.urn, scope))) return undefined;
      const row = await rows.version(key, version);
      return row && withForms(rows, (infoOf) => visibleAspect(row, scope, infoOf));
    },
    history: (key) => rows.former(key),
    points: async (key, limit, scope, window) =>
      (await isSeen(rows, key.urn, scope)) ? rows.points(key, limit, window) : [],
    rows: async (urns) => inOrder(urns, await rows.entities(urns, undefined)),
    rowsOf: (entityType, aspectName) => rows.latestOfType(entityType, aspectName),
    generations: () => rows.generations(),
    entitiesFrom: async (place, limit) => {
      const upTo = place + limit;
      const [entities, last] = await Promise.all([rows.entitiesBetween(place, upTo), rows.lastEntityId()]);
      return { entities, next: upTo < last ? upTo : undefined };
    },
    urnsAfter: (after, limit) => rows.urnsAfter(after ?? '', limit),
  };
}

function inOrder(urns: readonly Urn[], found: ReadonlyMap<Urn, EntityRows>): ReadonlyMap<Urn, EntityRows> {
  const ordered = new Map<Urn, EntityRows>();
  for (const urn of urns) {
    const rows = found.get(urn);
    if (rows !== undefined) ordered.set(urn, rows);
  }
  return ordered;
}

type SeenEntities = Map<Urn, { readonly entity: EntityRow; readonly aspects: ReadonlyMap<string, Aspect> }>;

async function visibleEntities(
  rows: RowReader,
  stored: ReadonlyMap<Urn, EntityRows>,
  aspectNames: readonly string[] | undefined,
  scope: Scope,
): Promise<SeenEntities> {
  const questionable = [...stored.values()].filter(({ entity }) => dependsOnRows(entity, scope));
  const whole =
    aspectNames === undefined
      ? stored
      : await rows.entities(
          questionable.map(({ entity }) => entity.urn),
          undefined,
        );
  return withForms(rows, (infoOf) => {
    const seen: SeenEntities = new Map();
    for (const [urn, { entity, rows: latest }] of stored) {
      const all = whole.get(urn)?.rows ?? latest;
      const shown = dependsOnRows(entity, scope)
        ? visibleEntity(entity, all.values(), scope, infoOf)
        : entity;
      if (shown === undefined) continue;
      const aspects = new Map<string, Aspect>();
      for (const row of latest.values()) {
        const aspect = visibleAspect(row, scope, infoOf);
        if (aspect !== undefined) aspects.set(aspect.aspectName, aspect);
      }
      seen.set(urn, { entity: shown, aspects });
    }
    return seen;
  });
}

async function isSeen(rows: RowReader, urn: Urn, scope: Scope): Promise<boolean> {
  if (!scope.seesEntity(urn)) return false;
  if (scope.seesEveryProperty) return true;
  const stored = await rows.entities([urn], undefined);
  return (await visibleEntities(rows, stored, undefined, scope)).has(urn);
}

/** Evaluates a view; if it looks up forms, which is rare, reads them and evaluates it again. */
async function withForms<T>(rows: RowReader, view: (infoOf: FormInfo) => T): Promise<T> {
  const asked = new Set<Urn>();
  const first = view((form) => {
    asked.add(form);
    return undefined;
  });
  if (asked.size === 0) return first;
  const forms = await rows.entities([...asked], [PROMPTS.infoAspect]);
  return view((form) => forms.get(form)?.rows.get(PROMPTS.infoAspect)?.aspect.value);
}
