import type { RE2JS, RE2JSException } from 're2js';

interface Engine {
  readonly RE2JS: typeof RE2JS;
  readonly RE2JSException: typeof RE2JSException;
}

/** Thrown when patterns are needed before {@link loadPatterns}: most catalogs have none, and the engine takes 25 ms to load. */
export class PatternsNotLoadedError extends Error {
  constructor() {
    super('The engine of patterns is not loaded.');
  }
}

let engine: Engine | undefined;

/** Loads the engine of patterns, RE2. */
export async function loadPatterns(): Promise<void> {
  engine ??= await import('re2js');
}

/** Runs work that may need patterns; if they are not loaded, loads them and runs it again. */
export async function withPatterns<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof PatternsNotLoadedError)) throw error;
    await loadPatterns();
    return run();
  }
}

/** A compiled pattern: its number of instructions, or why it cannot be compiled. */
export type CompiledPattern =
  | { readonly size: number; readonly matches: (text: string) => boolean }
  | { readonly problem: string };

/** Maximum compiled patterns that are kept; beyond it the oldest one is compiled again. */
const MOST_COMPILED = 1_000;
const compiled = new Map<string, CompiledPattern>();

/** Compiles a pattern, in time linear in its length. Throws {@link PatternsNotLoadedError}. */
export function compilePattern(pattern: string): CompiledPattern {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  if (engine === undefined) throw new PatternsNotLoadedError();
  const next = compile(pattern, engine);
  const [oldest] = compiled.keys();
  if (compiled.size >= MOST_COMPILED && oldest !== undefined) compiled.delete(oldest);
  compiled.set(pattern, next);
  return next;
}

function compile(pattern: string, re2: Engine): CompiledPattern {
  try {
    const expression = re2.RE2JS.compile(pattern);
    return { size: expression.programSize(), matches: (text) => expression.testExact(text) };
  } catch (error) {
    if (!(error instanceof re2.RE2JSException)) throw error;
    return { problem: error.message };
  }
}

/** Whether the whole text matches the pattern; no text matches one that cannot be compiled. */
export function matchesPattern(pattern: string, text: string): boolean {
  const expression = compilePattern(pattern);
  return 'matches' in expression && expression.matches(text);
}
