import { PAGES, type PagePath } from './pages.ts';

/** The page at a path, with the decoded values of its named segments. */
export interface PageAt {
  readonly page: PagePath;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The first page whose pattern matches a path, as the router chooses it; undefined if there is none. */
export function pageOf(path: string): PageAt | undefined {
  const segments = segmentsOf(path);
  for (const page of Object.keys(PAGES).filter((pattern): pattern is PagePath => pattern in PAGES)) {
    const parameters = matched(segmentsOf(page), segments);
    if (parameters !== undefined) return { page, parameters };
  }
  return undefined;
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function matched(
  pattern: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, step] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (step.startsWith(':')) parameters[step.slice(1)] = decoded(segment);
    else if (step !== segment) return undefined;
  }
  return parameters;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
