import type { Scope } from '../../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { SeenHistory } from '../scoped-reader.ts';

/** Whether the scope may see only part of the aspect; its history is then `mergedVersions`. */
export function isShownInPart(aspectName: string, scope: Scope): boolean {
  return aspectName === STRUCTURED_PROPERTY.assignmentAspect && !scope.seesEveryProperty;
}

/**
 * Merges versions that look the same to a scope, and renumbers the rest from 1: gaps would reveal writes of hidden
 * parts.
 */
export function mergedVersions({ versions, isWhole }: SeenHistory): SeenHistory {
  const changes = versions.filter(
    ({ aspect }, i) => aspect?.text !== (i === 0 ? undefined : versions[i - 1]?.aspect?.text),
  );
  const isKnownToBegin = versions[0] !== undefined && versions[0].aspect === undefined;
  return {
    versions: changes.map((change, i) => ({ ...change, version: i === changes.length - 1 ? 0 : i + 1 })),
    isWhole: isWhole || isKnownToBegin,
  };
}
