import type { Problem } from '../api-error.ts';
import { isObject } from '../is-object.ts';

/** Problems that the server lists beside its message, with words for the known kinds. The words are loaded with the first refusal. */
export async function problemsInWords(list: unknown): Promise<readonly Problem[]> {
  const problems = problemsOf(list);
  if (problems.every(({ kind }) => kind === undefined)) return problems;
  const words = await import('./refusal-words.ts').catch(() => undefined);
  return problems.map((problem) => {
    const own = words?.refusalWords(problem.kind, problem.data);
    return own === undefined ? problem : { ...problem, words: own };
  });
}

/** Problems that the server lists beside its message. */
export function problemsOf(list: unknown): readonly Problem[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (!isObject(entry) || typeof entry['message'] !== 'string') return [];
    const { data, message, index, line } = entry;
    const names = ['kind', 'urn', 'aspectName', 'field', 'property'].flatMap((name) => {
      const value = entry[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const known: Pick<Problem, 'kind' | 'urn' | 'aspectName' | 'field' | 'property'> =
      Object.fromEntries(names);
    const places = {
      ...(isObject(data) && { data }),
      ...(typeof index === 'number' && { index }),
      ...(typeof line === 'number' && { line }),
    };
    return [{ ...known, ...places, message }];
  });
}
