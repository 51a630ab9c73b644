import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { creationOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { createOnce } from '../create-once.ts';
import { creatorOwnership } from '../creator-ownership.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { ATTRIBUTE_INFO, columnClass, requireFreeAttributeName } from './business-attribute.ts';

/** Creates a business attribute, owned by the caller; INVALID_REQUEST if it exists, CONFLICT if the name is taken. */
export const createBusinessAttribute = defineOperation({
  name: 'createBusinessAttribute',
  effect: 'write',
  input: () =>
    v.object({
      id: v.string(),
      name: v.string(),
      description: v.nullish(v.string()),
      /** Type of columns, such as `NUMBER`. */
      type: v.nullish(v.string()),
    }),
  needs: platform('CREATE_BUSINESS_ATTRIBUTE', 'MANAGE_BUSINESS_ATTRIBUTE'),
  run: async ({ id, name, description, type }, work) => {
    const urn = formatUrn('businessAttribute', id);
    await requireFreeAttributeName(name, urn, work);
    const stamp = { ...stampNow(work) };
    const info = {
      name,
      fieldPath: name,
      ...given({ description, type: columnClass(type) }),
      created: stamp,
      lastModified: stamp,
    };
    const proposals = [creationOf(urn, ATTRIBUTE_INFO, info), await creatorOwnership(urn, work)];
    const taken = () =>
      invalidRequest(`This Business Attribute already exists! ${urn} is taken: choose another id.`);
    await createOnce(urn, proposals, taken, work);
    return work.references.to(urn);
  },
});
