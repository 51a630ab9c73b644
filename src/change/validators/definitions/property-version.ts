import type { Violation } from '../../violation.ts';
import { because } from '../../../refusals.ts';
import { isDefinitionVersion, latestVersion } from '../../../model/properties/definition-change.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { highestVersionOf } from '../../properties/property-state.ts';
import type { Validator } from '../../rules.ts';

/**
 * A changed version must be a valid date and time (yyyyMMddhhmmss), at most a day ahead, and higher than all earlier
 * versions of the property.
 */
export const propertyVersion: Validator = {
  name: 'propertyVersion',
  aspects: [STRUCTURED_PROPERTY.definitionAspect],
  check: ({ after, before, row }, { now }) => {
    const version = after?.['version'];
    if (typeof version !== 'string' || version === before?.['version']) return [];
    const problem = versionProblem(version, now, () => highestVersionOf(row, now));
    return problem === undefined ? [] : [{ ...problem, field: 'version' }];
  },
};

function versionProblem(
  version: string,
  now: number,
  highestVersion: () => string | undefined,
): Violation | undefined {
  if (!isDefinitionVersion(version)) {
    const message =
      `Invalid version specified. Must match [0-9]{14}: version '${version}'. ` +
      'Send a real date and time of a 24-hour clock, yyyyMMddhhmmss.';
    return { message, ...because('VERSION_INVALID', { version }) };
  }
  const latest = latestVersion(now);
  if (version > latest) {
    const message =
      `Invalid version specified. Must not be more than a day ahead: version '${version}' would leave none for later ` +
      `breaking changes. Send one up to ${latest} (yyyyMMddhhmmss, UTC).`;
    return { message, ...because('VERSION_TOO_LATE', { version, latest }) };
  }
  const highest = highestVersion();
  if (highest === undefined || version > highest) return undefined;
  const message =
    `Invalid version specified. Must be greater than ${highest}, the highest version of the property so far: ` +
    `version '${version}'. Send a greater one (yyyyMMddhhmmss), or leave version out.`;
  return { message, ...because('VERSION_TOO_LOW', { version, above: highest }) };
}
