import { CatalogError } from '../errors.ts';
import type { Scope } from '../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import type { Urn } from '../model/urn.ts';
import { entityTypeOf, isUrn } from '../model/urn.ts';
import { isJsonObject } from '../util/json.ts';
import type { JsonObject, JsonValue } from '../util/json.ts';
import type { Maintenance } from './maintenance.ts';

/**
 * Throws FORBIDDEN when a change names a structured property that is hidden from the actor. The error is the same
 * whether or not the property exists, so it reveals nothing.
 */
export function requireKnown(changes: readonly { readonly urn: Urn }[], scope: Scope): void {
  if (scope.seesEveryProperty) return;
  const unknown = changes.find(
    ({ urn }) =>
      entityTypeOf(urn) === STRUCTURED_PROPERTY.entityType && scope.assignmentFilter(urn)?.length === 0,
  );
  if (unknown === undefined) return;
  throw new CatalogError(
    'FORBIDDEN',
    `No policy lets you read the structured property ${unknown.urn}, so you cannot define, change or delete it.`,
  );
}

/** Wraps maintenance so that results omit properties whose values the actor may not read on every visible entity. */
export function visibleMaintenance(maintenance: Maintenance, scope: Scope): Maintenance {
  if (scope.seesEveryProperty) return maintenance;
  return {
    mappings: async () => {
      const mappings = await maintenance.mappings();
      return mappings.filter(({ propertyUrn }) => scope.assignmentFilter(propertyUrn) === undefined);
    },
    startSystemUpdate: (request) => maintenance.startSystemUpdate(request),
    startDoctor: (request) => maintenance.startDoctor(request),
    repairIndex: () => maintenance.repairIndex(),
    applyRetention: (selection) => maintenance.applyRetention(selection),
    report: async (kind, id) => {
      const report = await maintenance.report(kind, id);
      return report && { ...report, result: report.result && visibleMembers(report.result, scope) };
    },
  };
}

/** A job result without the list elements that name a hidden or restricted property. */
function visibleMembers(result: JsonObject, scope: Scope): JsonObject {
  const visible = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.filter(isVisible).map(visible);
    return isJsonObject(value) ? visibleMembers(value, scope) : value;
  };
  const isVisible = (element: JsonValue): boolean => {
    const urn = isJsonObject(element) ? element['propertyUrn'] : undefined;
    return typeof urn !== 'string' || !isUrn(urn) || scope.assignmentFilter(urn) === undefined;
  };
  const members = Object.entries(result).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, visible(value)] as const],
  );
  return Object.fromEntries(members);
}
