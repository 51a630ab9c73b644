import * as v from 'valibot';
import { CatalogError } from '../../errors.ts';
import { creationOf } from '../../model/proposal-builders.ts';
import { urnKey, formatUrn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { CHOSEN_ID } from '../chosen-id.ts';
import { createOnce } from '../create-once.ts';
import { creatorOwnership } from '../creator-ownership.ts';
import { list } from '../input-types.ts';
import { WRITE } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { ownerInput, ownersUpdate } from '../owners/stored-owners.ts';
import { stampNow } from '../stamp-now.ts';
import {
  DOCUMENT_INFO,
  DOCUMENT_STATES,
  checkedLinks,
  linksInput,
  requireParent,
  settingsOf,
  subTypesOf,
} from './document.ts';
import { objectOf } from '../shapes.ts';
import { because } from '../../refusals.ts';

/** Creates a document, owned by the caller unless owners are given; CONFLICT if it exists. Returns its urn. */
export const createDocument = defineOperation({
  name: 'createDocument',
  effect: 'write',
  summary: 'Creates a document that you own, unless owners are given.',
  input: (types) =>
    objectOf({
      id: CHOSEN_ID,
      title: v.nullish(v.string()),
      text: v.string(),
      subType: v.nullish(v.string()),
      state: v.nullish(v.picklist(DOCUMENT_STATES), 'UNPUBLISHED'),
      owners: v.nullish(list(ownerInput(types))),
      parentDocument: v.optional(types.entityOf('document')),
      ...linksInput(types),
      /** Whether it is found by itself, or only through its related assets. */
      showInGlobalContext: v.nullish(v.boolean(), true),
    }),
  needs: WRITE,
  run: async (input, work) => {
    const { id, title, text, subType, state, owners, parentDocument: parent, showInGlobalContext } = input;
    const urn = formatUrn('document', id);
    if (parent !== undefined) await requireParent(parent, work);
    const stamp = { ...stampNow(work) };
    const info = {
      ...given({ title }),
      source: { sourceType: 'NATIVE' },
      status: { state },
      contents: { text },
      created: stamp,
      lastModified: stamp,
      ...given(await checkedLinks(input, work)),
      ...(parent && { parentDocument: { document: parent.urn } }),
    };
    const proposals = [
      creationOf(urn, DOCUMENT_INFO, info),
      ...(subType ? [subTypesOf(urn, subType)] : []),
      settingsOf(urn, showInGlobalContext, work),
      owners ? ownersUpdate(urn, owners, work) : await creatorOwnership(urn, work),
    ];
    const taken = () =>
      new CatalogError(
        'CONFLICT',
        `This Document already exists! ${urn} is taken: choose another id.`,
        because('NAME_TAKEN', { name: urnKey(urn) }),
      );
    await createOnce(urn, proposals, taken, work);
    return urn;
  },
});
