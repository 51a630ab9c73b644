import { isObject } from '../../../api/is-object.ts';
import { request } from '../../../api/request.ts';
import type { NewDefinition } from '../plan/plan.ts';

/**
 * Has the server parse a file for `colophon properties upsert -f`, without changing anything. Throws {@link ApiError}, whose
 * problems have line numbers.
 */
export async function readDefinitions(yaml: string, signal: AbortSignal): Promise<readonly NewDefinition[]> {
  const answer = await request('/api/colophon/v1/plans/import', { body: { yaml, dryRun: true }, signal });
  const read = isObject(answer) && Array.isArray(answer['read']) ? answer['read'] : [];
  return read.filter(isObject).flatMap((one) => {
    const { propertyDefinition, structuredPropertyDisplay, structuredPropertySettings, urn } = one;
    if (!isObject(propertyDefinition)) return [];
    return [
      {
        urn: String(urn),
        propertyDefinition,
        ...(isObject(structuredPropertySettings) && { structuredPropertySettings }),
        ...(isObject(structuredPropertyDisplay) && { structuredPropertyDisplay }),
      },
    ];
  });
}
