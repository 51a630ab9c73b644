import * as v from 'valibot';
import { patchOf, put, putGiven } from '../../model/proposal-builders.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import {
  ATTRIBUTE_INFO,
  columnClass,
  requireAttribute,
  requireFreeAttributeName,
} from './business-attribute.ts';
import { objectOf } from '../shapes.ts';

/** Changes the name, description and type of a business attribute. */
export const updateBusinessAttribute = defineOperation({
  name: 'updateBusinessAttribute',
  effect: 'write',
  summary: 'Changes the name, description and type of a business attribute.',
  input: (types) =>
    objectOf({
      urn: types.entityOf('businessAttribute'),
      name: v.nullish(v.string()),
      description: v.nullish(v.string()),
      /** Type of columns, such as `NUMBER`. */
      type: v.nullish(v.string()),
    }),
  needs: platform('MANAGE_BUSINESS_ATTRIBUTE'),
  run: async ({ urn: attribute, name, description, type }, work) => {
    await requireAttribute(attribute, work);
    if (name) await requireFreeAttributeName(name, attribute.urn, work);
    const members = { name, fieldPath: name, description, type: columnClass(type) };
    const stamp = put(['lastModified'], { ...stampNow(work) });
    await work.ingest([patchOf(attribute.urn, ATTRIBUTE_INFO, [...putGiven(members), stamp])]);
    return attribute;
  },
});
