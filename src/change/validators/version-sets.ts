import { isUrn } from '../../model/urn.ts';
import {
  DEFAULT_SCHEME,
  GENERATED_SCHEME,
  VERSIONS,
  isGeneratedSortId,
  isOfType,
} from '../../model/version-set.ts';
import { text } from '../../util/json/json-members.ts';
import type { AspectChange, RuleContext, Validator } from '../rules.ts';
import { setProperties } from '../version-sets.ts';
import type { Violation } from '../violation.ts';
import { because } from '../../refusals.ts';

/** A version must belong to a set of its entity type and have the scheme of the set, which never changes. */
export const versionSets: Validator = {
  name: 'versionSets',
  aspects: [VERSIONS.ofAsset, VERSIONS.ofSet],
  check: (change, context) => {
    if (change.after === undefined) return [];
    return change.aspect.name === VERSIONS.ofSet ? checkSet(change) : checkVersion(change, context);
  },
};

function checkSet({ before, after }: AspectChange): readonly Violation[] {
  const [scheme, expected] = [text(after?.['versioningScheme']), text(before?.['versioningScheme'])];
  if (expected === undefined || scheme === expected) return [];
  const message =
    `Versioning Scheme cannot change. Expected Scheme: ${expected} Provided Scheme: ${scheme}. ` +
    'Keep the scheme, or use another set.';
  return [{ message, field: 'versioningScheme', ...because('VERSION_SCHEME') }];
}

function checkVersion({ before, after, urn }: AspectChange, { state }: RuleContext): readonly Violation[] {
  const set = text(after?.['versionSet']) ?? '';
  if (!isUrn(set) || !isOfType(set, urn)) {
    const message =
      `Version Set specified entity type does not match: ${set} is not a set for versions of ${urn}. ` +
      'Use a set urn:li:versionSet:(<id>,<entity type of the asset>).';
    return [{ message, field: 'versionSet', ...because('VERSION_SET_UNFIT') }];
  }
  const expected = text(setProperties(set, state)?.['versioningScheme']);
  if (expected === undefined) return [];
  const scheme = text(after?.['versioningScheme']) ?? DEFAULT_SCHEME;
  if (scheme !== expected) {
    const message =
      `Versioning Scheme does not match Version Set properties of ${set}. Expected Scheme: ${expected} ` +
      `Provided Scheme: ${scheme}. Send the scheme of the set.`;
    return [{ message, field: 'versioningScheme', ...because('VERSION_SCHEME') }];
  }
  const sortId = text(after?.['sortId']) ?? '';
  // The first version of a set may have any sort id, as in DataHub, and keeps it.
  const isKept = before?.['versionSet'] === set && before['sortId'] === sortId;
  if (expected !== GENERATED_SCHEME || isKept || isGeneratedSortId(sortId)) return [];
  const message =
    `Invalid sortID for Versioning Scheme. ID: ${sortId} Scheme: ${scheme}. Send eight capital letters A to Z, or an ` +
    'empty sortId to get the next one.';
  return [{ message, field: 'sortId', ...because('VERSION_SCHEME') }];
}
