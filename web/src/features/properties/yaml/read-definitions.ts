import { isObject } from '../../../api/is-object.ts';
import { request } from '../../../api/request.ts';
import type { NewDefinition } from '../plan/plan.ts';

const PARTS = ['structuredPropertySettings', 'structuredPropertyDisplay', 'structuredPropertyRules'] as const;

/**
 * Has the server parse a file for `colophon properties upsert -f`, without changing anything. Throws {@link ApiError}, whose
 * problems have line numbers.
 */
export async function readDefinitions(yaml: string, signal: AbortSignal): Promise<readonly NewDefinition[]> {
  const answer = await request('/api/colophon/v1/plans/import', { body: { yaml, dryRun: true }, signal });
  const read = isObject(answer) && Array.isArray(answer['read']) ? answer['read'] : [];
  return read.filter(isObject).flatMap((one) => {
    const { propertyDefinition, urn } = one;
    if (!isObject(propertyDefinition)) return [];
    return [
      {
        urn: String(urn),
        propertyDefinition,
        ...Object.fromEntries(PARTS.flatMap((part) => (isObject(one[part]) ? [[part, one[part]]] : []))),
      },
    ];
  });
}
