/**
 * Address of a module beside another one, by its name without an ending: `.ts` in a clone, `.js` in the compiled
 * package. For what no import statement names, such as the program of a thread.
 */
export function moduleBeside(moduleUrl: string, name: string): URL {
  const ending = moduleUrl.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./${name}.${ending}`, moduleUrl);
}
