import type { Urn } from '../../../model/urn.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { quotedPart } from '../filter/filter-tokens.ts';
import { nearestTo, type NameCall } from '../names/find-names.ts';
import { UnknownNameError } from '../shaping/tool-error.ts';
import { typeNameOf } from './names-and-texts.ts';

/** Throws NOT_FOUND, with similar entities, for one that does not exist or is hidden from the caller. */
export async function requireEntity(urn: Urn, argument: string, call: NameCall): Promise<void> {
  const found = await call.requester.run(getEntities, { urns: [urn], aspectNames: [] });
  if (found.has(urn)) return;
  throw new UnknownNameError(
    `There is no entity ${quotedPart(urn)} that you may see.`,
    argument,
    await nearestTo(urn, [typeNameOf(urn, call.registry)], call),
  );
}
