import { entityTypeOf } from '../../model/urn.ts';
import type { Write } from './write.ts';
import { ASPECT_RIGHTS, GUARDED_ASPECTS, PLATFORM_ASPECTS, TYPE_RIGHTS } from './write-rights.ts';

/** Requirements of a write: one of the platform privileges, or all privileges of one of the lists on the entity. */
export interface WriteNeed {
  readonly platform: readonly string[];
  readonly onEntity: readonly (readonly string[])[];
}

/** What the general rules require of a write. */
export function needOf({ urn, operation, aspectName }: Write): WriteNeed {
  const entityType = entityTypeOf(urn);
  const type = own(TYPE_RIGHTS, entityType);
  const guarded =
    aspectName === undefined
      ? undefined
      : (own(type?.guarded ?? {}, aspectName) ?? own(GUARDED_ASPECTS, aspectName));
  if (guarded !== undefined) return { platform: guarded, onEntity: [] };
  const ofAnybody = aspectName === undefined ? undefined : own(PLATFORM_ASPECTS, aspectName);
  const platform = [...(type?.[operation] ?? []), ...(operation === 'create' ? [] : (ofAnybody ?? []))];
  const ofAspect = (aspectName === undefined ? undefined : own(ASPECT_RIGHTS, aspectName)) ?? [];
  if (type?.isExclusive === true) {
    const isOpen = operation === 'update' && type.open?.includes(aspectName ?? '') === true;
    return { platform, onEntity: isOpen ? [['EDIT_ENTITY']] : [] };
  }
  switch (operation) {
    case 'create':
      // A column's entity is created by the first aspect written to it, so the right to that aspect suffices.
      return {
        platform,
        onEntity: [['CREATE_ENTITY'], ['EDIT_ENTITY'], ...(entityType === 'schemaField' ? ofAspect : [])],
      };
    case 'update':
      return { platform, onEntity: [['EDIT_ENTITY'], ...ofAspect] };
    case 'remove':
      return aspectName === undefined
        ? { platform, onEntity: [['DELETE_ENTITY']] }
        : { platform, onEntity: [['DELETE_ENTITY'], ['EDIT_ENTITY'], ...ofAspect] };
  }
}

function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
