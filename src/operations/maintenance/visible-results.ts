import type { Scope } from '../../model/scope.ts';
import { isUrn } from '../../model/urn.ts';
import type { JobReport } from '../../model/maintenance/job-report.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';

/** The elements for properties whose values the caller may read on every visible entity. */
export function visibleElements<E extends { readonly propertyUrn: string }>(
  elements: readonly E[],
  scope: Scope,
): readonly E[] {
  return scope.seesEveryProperty
    ? elements
    : elements.filter(({ propertyUrn }) => isSeen(propertyUrn, scope));
}

/** A job report whose result omits list elements that name a hidden or restricted property. */
export function visibleReport(report: JobReport, scope: Scope): JobReport {
  if (scope.seesEveryProperty || report.result === undefined) return report;
  return { ...report, result: visibleMembers(report.result, scope) };
}

function visibleMembers(result: JsonObject, scope: Scope): JsonObject {
  const visible = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.filter(isVisible).map(visible);
    return isJsonObject(value) ? visibleMembers(value, scope) : value;
  };
  const isVisible = (element: JsonValue): boolean => {
    const urn = isJsonObject(element) ? element['propertyUrn'] : undefined;
    return typeof urn !== 'string' || isSeen(urn, scope);
  };
  const members = Object.entries(result).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, visible(value)] as const],
  );
  return Object.fromEntries(members);
}

function isSeen(property: string, scope: Scope): boolean {
  return !isUrn(property) || scope.assignmentFilter(property) === undefined;
}
