import type { Problem } from '../../../api/api-error.ts';

/** What is wrong with a member of a definition, where the server's own words would not be understood. */
const BY_FIELD: Readonly<Record<string, string>> = {
  urn: 'Names cannot contain spaces. Use dots or underscores.',
  qualifiedName: 'This name cannot be used. Use letters, digits, dots and underscores.',
  'structuredPropertySettings.showAsAssetBadge':
    'Another property is the badge already. Only one can be: turn its Badge off first.',
};

/** A refusal of the server in the words of the page, from its structured part. */
export function problemText(problem: Problem): string {
  const { aspectName, field = '' } = problem;
  const own = BY_FIELD[field] ?? BY_FIELD[`${aspectName ?? ''}.${field}`];
  return own ?? problem.message;
}
