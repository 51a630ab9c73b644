import type { BundledPackage } from './bundled-package.ts';

/**
 * Licences that bundled packages may have: they permit distribution under the Apache License 2.0 with no more than their notices. A package
 * with another one, or with an expression of several, needs a decision, and then a line here.
 */
export const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
];

/** A sentence for each package whose licence is not allowed. */
export function licenceProblems(packages: readonly Omit<BundledPackage, 'text'>[]): readonly string[] {
  return packages
    .filter(({ license }) => !ALLOWED.includes(license))
    .map(
      ({ name, version, license }) =>
        `${name} ${version} is bundled and has the licence "${license}", which scripts/bundled-packages/licences.ts does not allow. ` +
        'Replace the package, or add its licence there after reading it.',
    );
}
