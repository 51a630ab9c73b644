import { DOMAINS_ASPECT, domainsInStep } from '../../change/domain-associations.ts';
import { applyPatch } from '../../change/patch/apply-patch.ts';
import { subjectAspects } from '../../model/access/subject-types.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import { holderOf } from '../../model/relationships/column-holder.ts';
import { entityTypeOf, isUrn, type Urn } from '../../model/urn.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import type { ProposedWrite } from './write.ts';

/**
 * Every domain that a batch assigns to a new entity, by urn of the entity; empty if the entity ends up without a
 * domain. Entities that belong to others, such as columns, are not in the result: they are judged by those.
 */
export function domainsNamed(
  proposals: readonly ProposedWrite[],
  { aspects }: EntityRegistry,
): ReadonlyMap<Urn, readonly Urn[]> {
  const spec = aspects.get(DOMAINS_ASPECT);
  const ofDomains = proposals.filter(
    ({ urn, aspectName }) => aspectName === DOMAINS_ASPECT && standsAlone(urn),
  );
  if (spec === undefined) return new Map();
  return new Map(
    [...Map.groupBy(ofDomains, ({ urn }) => urn)].map(([urn, writes]) => {
      const states: JsonObject[] = [];
      let current: JsonObject | undefined;
      for (const { changeType, patch, value } of writes) {
        const next = patch === undefined ? value : applyPatch(spec, current, patch);
        current = changeType === 'DELETE' || next === undefined ? undefined : domainsInStep(current, next);
        states.push(current ?? {});
      }
      const last = domainsIn(current ?? {});
      return [urn, last.length === 0 ? [] : [...new Set(states.flatMap(domainsIn))]];
    }),
  );
}

function standsAlone(urn: Urn): boolean {
  return holderOf(urn) === undefined && subjectAspects(entityTypeOf(urn)).length === 0;
}

function domainsIn({ domains }: JsonObject): readonly Urn[] {
  return Array.isArray(domains) ? domains.filter((one) => typeof one === 'string' && isUrn(one)) : [];
}

/** User aspects that hold group membership. */
export const MEMBERSHIP_ASPECTS: readonly string[] = ['groupMembership', 'nativeGroupMembership'];

/** Every string in the write that could be a group the user joins. Leaving a group grants no rights. */
export function groupsNamed({ aspectName, value, patch }: ProposedWrite): readonly string[] {
  if (!MEMBERSHIP_ASPECTS.includes(aspectName)) return [];
  const patched = patch?.operations.flatMap((operation) => [
    ...pathSegments(operation.path),
    ...textsIn(operation.value),
  ]);
  return [...textsIn(value), ...(patched ?? [])];
}

function pathSegments(path: string): readonly string[] {
  return path.split('/').map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((member) => textsIn(member));
}
