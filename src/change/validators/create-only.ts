import type { AspectChange, Validator } from '../rules.ts';
import { seenByWriter, wasThere } from '../decisions/seen-by-writer.ts';
import type { Violation } from '../violation.ts';
import { because } from '../../refusals.ts';

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
          ? exists('Cannot perform CREATE since the aspect already exists.', change)
          : [];
      case 'CREATE_ENTITY':
        return wasThere(change, context)
          ? exists('Cannot perform CREATE_ENTITY if not exists since the entity key already exists.', change)
          : [];
      default:
        return [];
    }
  },
};

function exists(problem: string, { aspect, urn }: AspectChange): readonly Violation[] {
  const remedy = `To overwrite ${aspect.name} of ${urn}, use UPSERT (createIfNotExists=false); to skip it, send If-None-Match: *.`;
  return [{ message: `${problem} ${remedy}`, ...because('ALREADY_EXISTS') }];
}
