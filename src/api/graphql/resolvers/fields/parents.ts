import type { EntityReference } from '../../../../model/entity-reference.ts';
import { ancestorsOf, type ParentLink, type ReadAspect } from '../../../../operations/ancestors.ts';
import { browseSteps } from '../../presenters/asset-details.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { fromAspect, fromReference, showing, type EntityResolver } from './aspect-field.ts';

/** Resolver of `parentDomains` and the like: stored ancestors of type `parentType`, nearest first. */
export function parents(
  member: string,
  parentType: string,
  linkOf: (entityType: string) => ParentLink,
): EntityResolver<Promise<object>> {
  return async (entity, _args, context) => {
    const kept = await ancestorsShown(entity, parentType, linkOf, context);
    return { count: kept.length, [member]: kept };
  };
}

/** The stored ancestors of type `parentType` that are shown to the caller, nearest first. */
export async function ancestorsShown(
  entity: EntityReference,
  parentType: string,
  linkOf: (entityType: string) => ParentLink,
  context: GraphqlContext,
): Promise<readonly EntityReference[]> {
  const read: ReadAspect = (urn, aspectName) => context.loader.aspect(urn, aspectName);
  const found = await ancestorsOf(entity, parentType, linkOf, context, read);
  const shown = await Promise.all(found.map((parent) => isShown(parent, context)));
  return found.filter((_parent, i) => shown[i]);
}

const inAspect = fromReference('container', 'container', 'container');

/** Resolver of the container of an entity. */
export const container = showing('container', async (entity, args, context) => {
  const found = await inAspect(entity, args, context);
  return found && (await isShown(found, context)) ? found : null;
});

/** Resolver of `BrowsePathV2`, without hidden containers: the name of a step can reveal its urn. */
export const browsePath = fromAspect('browsePathsV2', async (value, references, _entity, context) => {
  const steps = browseSteps(value, references);
  const shown = await Promise.all(
    steps.map(async ({ entity }) => entity?.entityType !== 'container' || isShown(entity, context)),
  );
  return { path: steps.filter((_step, i) => shown[i]) };
});

/** Whether to show a parent: one that the caller may not view is treated as missing, unless configured otherwise. */
async function isShown({ urn }: EntityReference, { loader, settings }: GraphqlContext): Promise<boolean> {
  return settings.hiddenParents === 'urn' || loader.isShown(urn);
}
