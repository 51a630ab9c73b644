import { parseUrn } from '../../../model/urn.ts';
import { asText, optionalFlag } from '../../../util/json/json-input.ts';
import { deleteReferences } from '../../../operations/entities/delete-references.ts';
import { WRITE } from '../../../operations/needs.ts';
import { action } from '../resource.ts';

/**
 * `POST /entities?action=deleteReferences`: removes all references to an entity from other entities, including
 * soft-deleted ones; with `dryRun`, only lists them.
 */
export const deleteReferencesTo = action(
  { ...deleteReferences, needs: WRITE },
  async ({ requester, input }) => {
    const urn = parseUrn(asText(input['urn'], 'urn'));
    const dryRun = optionalFlag(input['dryRun'], 'dryRun') ?? false;
    const references = await requester.run(deleteReferences, { urn, dryRun });
    const relatedAspects = references.map((reference) => ({ ...reference }));
    return { value: { total: references.length, relatedAspects } };
  },
);
