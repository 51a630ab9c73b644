import type { ReactNode } from 'react';
import { ApiError, messageOf, problemsIn } from '../../../api/api-error.ts';
import { Notice } from '../../../components/feedback/notices.tsx';
import { problemText } from './problem-text.ts';

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
