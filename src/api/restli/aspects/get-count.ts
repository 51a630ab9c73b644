import { invalidRequest } from '../../../errors.ts';
import { suggestion } from '../../../util/closest-name.ts';
import { asText, optionalText } from '../../../util/json/json-input.ts';
import { countAspects } from '../../../operations/entities/count-aspects.ts';
import { action } from '../resource.ts';

/** `POST /aspects?action=getCount`: number of entities with an aspect; `urnLike` supports the wildcards `%` and `_`. */
export const getCount = action(countAspects, async ({ registry, requester, input }) => {
  const aspectName = asText(input['aspect'], 'aspect');
  if (!registry.aspects.has(aspectName)) {
    throw invalidRequest(`Unknown aspect ${aspectName}.${suggestion(aspectName, registry.aspects.keys())}`);
  }
  const urnLike = optionalText(input['urnLike'], 'urnLike');
  return { value: await requester.run(countAspects, { aspectName, urnLike }) };
});
