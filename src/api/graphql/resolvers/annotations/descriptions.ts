import { updateDescription } from '../../../../operations/entities/update-description.ts';
import { updateDisplayProperties } from '../../../../operations/entities/update-display-properties.ts';
import { updateEmbed } from '../../../../operations/entities/update-embed.ts';
import { updateName } from '../../../../operations/entities/update-name.ts';
import { DONE, bind, ofInput, ofUrnAndInput } from '../fields/bind-operation.ts';
import { assetOf } from '../../inputs/edit-target.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** Mutations of descriptions, names, display settings and embed URLs. */
export const DESCRIPTION_MUTATIONS = {
  updateDescription: bind(
    updateDescription,
    ({ input }) => ({ asset: assetOf(input), description: input.description }),
    DONE,
  ),
  updateName: ofInput(updateName, DONE),
  updateDisplayProperties: ofUrnAndInput(updateDisplayProperties, DONE),
  updateEmbed: ofInput(updateEmbed, DONE),
} satisfies Partial<Resolvers['Mutation']>;
