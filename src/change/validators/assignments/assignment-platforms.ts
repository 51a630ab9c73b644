import { because } from '../../../refusals.ts';
import { platformOfEntity } from '../../../model/aspects/platform-of-entity.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import type { Urn } from '../../../model/urn.ts';
import { listText } from '../../../util/list-text.ts';
import type { Validator } from '../../rules.ts';
import { assignedProperties } from '../../properties/property-assignments.ts';

/** A property with `allowedPlatforms` may be assigned only to entities of these data platforms. */
export const assignmentPlatforms: Validator = {
  name: 'assignmentPlatforms',
  aspects: [STRUCTURED_PROPERTY.assignmentAspect],
  *check(change, context) {
    const { urn } = change;
    const restricted = assignedProperties(change, context.state).filter(
      ({ property }) => property.definition.allowedPlatforms.length > 0,
    );
    if (restricted.length === 0) return;
    const stored = (of: Urn, aspectName: string) => context.state.row(of, aspectName)?.aspect.value;
    const platform = platformOfEntity(urn, stored, context.registry);
    for (const { property } of restricted) {
      const { allowedPlatforms } = property.definition;
      const list = `[${listText(allowedPlatforms)}]`;
      const refusal = because('PROPERTY_NOT_FOR_PLATFORM', { platforms: allowedPlatforms });
      const remedy = `Leave the property out, or add the platform to its allowedPlatforms.`;
      if (platform === undefined) {
        yield {
          ...refusal,
          property: property.urn,
          message:
            `Property: ${property.urn} is restricted to specific data platforms ${list}, ` +
            `but the entity ${urn} does not have a data platform. ${remedy}`,
        };
      } else if (!allowedPlatforms.includes(platform)) {
        yield {
          ...refusal,
          property: property.urn,
          message:
            `Property: ${property.urn} is restricted to data platforms ${list}, ` +
            `but the entity ${urn} belongs to platform ${platform}. ${remedy}`,
        };
      }
    }
  },
};
