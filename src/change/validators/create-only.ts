import type { Validator } from '../rules.ts';
import { seenByWriter, wasThere } from '../decisions/seen-by-writer.ts';

/**
 * CREATE requires that the aspect does not exist, CREATE_ENTITY that the entity does not. Whether the entity exists is
 * judged before the batch, so that one batch can create an entity with several aspects.
 */
export const createOnly: Validator = {
  name: 'createOnly',
  aspects: undefined,
  check: (change, context) => {
    const { proposal, aspect, entity, urn } = change;
    const { found } = context;
    switch (proposal.changeType) {
      case 'CREATE':
        return seenByWriter(change, context) !== undefined ||
          (aspect === entity.keyAspect && found.entity(urn) !== undefined)
          ? ['Cannot perform CREATE since the aspect already exists. ' + remedy(aspect.name, urn)]
          : [];
      case 'CREATE_ENTITY':
        return wasThere(change, context)
          ? [
              'Cannot perform CREATE_ENTITY if not exists since the entity key already exists. ' +
                remedy(aspect.name, urn),
            ]
          : [];
      default:
        return [];
    }
  },
};

function remedy(aspectName: string, urn: string): string {
  return `To overwrite ${aspectName} of ${urn}, use UPSERT (createIfNotExists=false); to skip it, send If-None-Match: *.`;
}
