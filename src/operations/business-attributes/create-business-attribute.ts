import * as v from 'valibot';
import { creationOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { CHOSEN_ID } from '../chosen-id.ts';
import { createEntity } from '../create-once.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { ATTRIBUTE_INFO, columnClass, requireFreeAttributeName } from './business-attribute.ts';
import { objectOf } from '../shapes.ts';

/** Creates a business attribute, owned by the caller; INVALID_REQUEST if it exists, CONFLICT if the name is taken. */
export const createBusinessAttribute = defineOperation({
  name: 'createBusinessAttribute',
  effect: 'write',
  summary: 'Creates a business attribute that you own.',
  input: () =>
    objectOf({
      id: v.nullish(CHOSEN_ID),
      name: v.string(),
      description: v.nullish(v.string()),
      /** Type of columns, such as `NUMBER`. */
      type: v.nullish(v.string()),
    }),
  needs: platform('CREATE_BUSINESS_ATTRIBUTE', 'MANAGE_BUSINESS_ATTRIBUTE'),
  run: async ({ id, name, description, type }, work) => {
    const urn = formatUrn('businessAttribute', id ?? work.settings.newId());
    await requireFreeAttributeName(name, urn, work);
    const stamp = { ...stampNow(work) };
    const info = {
      name,
      fieldPath: name,
      ...given({ description, type: columnClass(type) }),
      created: stamp,
      lastModified: stamp,
    };
    await createEntity(urn, 'Business Attribute', [creationOf(urn, ATTRIBUTE_INFO, info)], work);
    return work.references.to(urn);
  },
});
