import { because } from '../../../refusals.ts';
import {
  breakingReasons,
  lostValuesOnly,
  versionAllowsBreaking,
} from '../../../model/properties/definition-change.ts';
import { STRUCTURED_PROPERTY, parseDefinition } from '../../../model/structured-property.ts';
import { highestVersionOf } from '../../properties/property-state.ts';
import type { Validator } from '../../rules.ts';

/** A definition keeps its qualified name. A breaking change needs a version higher than any before. */
export const definitionEvolution: Validator = {
  name: 'definitionEvolution',
  aspects: [STRUCTURED_PROPERTY.definitionAspect],
  *check({ before, after, proposal, row }, { now }) {
    if (after === undefined || before === undefined) return;
    const old = parseDefinition(before);
    const next = parseDefinition(after);
    if (old.qualifiedName !== next.qualifiedName) {
      yield {
        field: 'qualifiedName',
        ...because('PROPERTY_NAME_FIXED'),
        message:
          'Cannot change the fully qualified name of a Structured Property: ' +
          `qualifiedName '${old.qualifiedName}' to '${next.qualifiedName}'. Create a new property instead.`,
      };
    }
    const reasons = breakingReasons(old, next);
    const keepsValues = 'keepValues' in proposal;
    if (keepsValues && lostValuesOnly(old, next) !== undefined) return;
    const highest = highestVersionOf(row, now);
    if (reasons.length > 0 && (keepsValues || !versionAllowsBreaking(next.version, highest))) {
      yield {
        field: keepsValues ? 'keepValues' : 'version',
        ...because('BREAKING_CHANGE'),
        message: `${reasons.map(({ text }) => text).join('; ')}. ${keepsValues ? KEEPING_REMEDY : breakingRemedy(highest)}`,
      };
    }
  },
};

const KEEPING_REMEDY =
  'keepValues permits only the removal of allowed values: omit it, or change only these.';

/** Remedy for a breaking change. `highest` is the highest version the property ever had. */
export function breakingRemedy(highest: string | undefined): string {
  const version = highest === undefined ? '' : ` greater than ${highest}`;
  return `Send a version (yyyyMMddhhmmss)${version} to allow the breaking change; the old values will be hidden and deleted.`;
}
