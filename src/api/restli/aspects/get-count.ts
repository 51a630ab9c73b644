import { invalidRequest } from '../../../errors.ts';
import { suggestion } from '../../../util/closest-name.ts';
import { asText, optionalText } from '../../../util/json/json-input.ts';
import type { ActionAnswer, ActionCall } from '../resource.ts';

/** `POST /aspects?action=getCount`: number of entities with an aspect; `urnLike` supports the wildcards `%` and `_`. */
export async function getCount({ registry, catalog, input }: ActionCall): Promise<ActionAnswer> {
  const aspectName = asText(input['aspect'], 'aspect');
  if (!registry.aspects.has(aspectName)) {
    throw invalidRequest(`Unknown aspect ${aspectName}.${suggestion(aspectName, registry.aspects.keys())}`);
  }
  return { value: await catalog.countAspects(aspectName, optionalText(input['urnLike'], 'urnLike')) };
}
