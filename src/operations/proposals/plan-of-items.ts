import { CatalogError } from '../../errors.ts';
import type { ProposedItem } from '../../model/access/change-proposal.ts';
import type { EntityAspects } from '../../model/aspect.ts';
import type { Plan, PlanInput } from '../../model/plan.ts';
import { DEFINITION_ASPECTS, DEFINITION_PARTS, partsIn } from '../../model/properties/definition-parts.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { plansFor } from '../structured-properties/property-plan.ts';
import type { ProtectedWork } from '../work.ts';
import { afterItem, specOf } from './part-states.ts';

const { definitionAspect, entityType } = STRUCTURED_PROPERTY;

/**
 * What the items would do to values that the caller sees, if they were approved now; null without definitions among
 * the items, for a caller who may not plan, and if the changes no longer fit: approving says why.
 */
export async function planOfItems(
  items: readonly ProposedItem[],
  seen: ReadonlyMap<Urn, EntityAspects>,
  work: ProtectedWork,
): Promise<Plan | null> {
  const ofProperties = items.filter(({ urn }) => entityTypeOf(urn) === entityType);
  if (ofProperties.length === 0 || !work.rights.holds('MANAGE_STRUCTURED_PROPERTIES')) return null;
  try {
    const input = await inputOf(ofProperties, seen, work);
    return input.definitions.length + input.deletions.length === 0
      ? null
      : await plansFor(input, work).plan(input);
  } catch (error) {
    if (error instanceof CatalogError) return null;
    throw error;
  }
}

/** The definitions after the items, and the deletions among them. */
async function inputOf(
  items: readonly ProposedItem[],
  seen: ReadonlyMap<Urn, EntityAspects>,
  { anyScope, query, settings: { registry } }: ProtectedWork,
): Promise<PlanInput> {
  const byProperty = Map.groupBy(items, ({ urn }) => urn);
  const unchanged = await query.getEntities([...byProperty.keys()], [definitionAspect], anyScope);
  const definitions: PlanInput['definitions'][number][] = [];
  const deletions: PlanInput['deletions'][number][] = [];
  for (const [urn, of] of byProperty) {
    const after = new Map<string, JsonObject | undefined>();
    for (const item of of) {
      const before = after.get(item.aspectName) ?? seen.get(urn)?.get(item.aspectName)?.value;
      after.set(item.aspectName, afterItem(item, before, specOf(item.aspectName, registry)));
    }
    const isHard = of.some(({ changeType }) => changeType === 'DELETE');
    if (isHard || after.get('status')?.['removed'] === true) {
      deletions.push({ urn, hard: isHard });
      continue;
    }
    const propertyDefinition =
      after.get(definitionAspect) ?? unchanged.get(urn)?.get(definitionAspect)?.value;
    if (propertyDefinition === undefined || !DEFINITION_ASPECTS.some((name) => after.has(name))) continue;
    const parts = partsIn(Object.fromEntries(DEFINITION_PARTS.map((part) => [part, after.get(part)])));
    definitions.push({ urn, propertyDefinition, ...parts });
  }
  return { definitions, deletions };
}
