/**
 * URL of a sibling module by its name without extension, which is `.ts` in a clone and `.js` in the compiled package. For
 * modules that are not imported, such as the entry point of a worker thread.
 */
export function moduleBeside(moduleUrl: string, name: string): URL {
  const ending = moduleUrl.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./${name}.${ending}`, moduleUrl);
}
