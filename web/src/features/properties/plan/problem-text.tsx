import type { ReactNode } from 'react';
import { ApiError, messageOf, problemsIn, type Problem } from '../../../api/api-error.ts';
import { Notice } from '../../../components/feedback/notices.tsx';
import { propertyName } from '../definition/stored-property.ts';

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
  return own ?? withoutNotation(problem.message);
}

/** A sentence of the server without the notation of values and urns: `{string=High}` becomes `High`. */
export function withoutNotation(message: string): string {
  return message
    .replace(/\{(?:string|double)=([^}]*)\}/g, (_, value: string) => value.replace(/\.0$/, ''))
    .replace(/urn:li:structuredProperty:([^\s,;\])]+)/g, (urn) => propertyName(urn));
}

/** Why a plan is refused, in the words of the page. */
export function ProblemNotice({ error }: { readonly error: unknown }): ReactNode {
  const isOutdated = error instanceof ApiError && error.status === 409 && error.problems.length === 0;
  const texts = isOutdated
    ? ['Someone else changed this since, and nothing was saved. The effects above are up to date now.']
    : problemsIn(error).map(problemText);
  return (
    <Notice tone="bad">
      {texts.length === 0 ? messageOf(error) : [...new Set(texts)].map((text) => <p key={text}>{text}</p>)}
    </Notice>
  );
}
