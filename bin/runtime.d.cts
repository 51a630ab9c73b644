export const NODE_FLAGS: readonly string[];
export function cacheFolder(): string | undefined;
export function commandWords(): readonly string[];
export function isServerCommand(words: readonly string[]): boolean;
export function runHere(main: string, words: readonly string[], compileCache: string | undefined): void;
export function serverEnvironment(): NodeJS.ProcessEnv;
