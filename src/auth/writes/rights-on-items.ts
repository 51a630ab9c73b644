import type { AssignmentRights } from '../../model/access/assignment-rights.ts';
import { PROMPTS } from '../../model/visibility/hidden-prompts.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { holdsTags, type TagRights } from '../../model/access/tag-rights.ts';
import type { Write, WriteCheckParts } from './write.ts';
import { needOf } from './write-rights.ts';

/** The actor's rights on the tags that the writes can change; undefined: no restriction. */
export async function tagRightsFor(
  writes: readonly Write[],
  { actor, authorizer, registry }: Pick<WriteCheckParts, 'actor' | 'authorizer' | 'registry'>,
): Promise<TagRights | undefined> {
  if (!authorizer.isTagLimited(actor)) return undefined;
  const ofTags = writes.filter((write) => {
    const aspect = write.aspectName === undefined ? undefined : registry.aspects.get(write.aspectName);
    if (aspect === undefined || !holdsTags(aspect)) return false;
    // Type-wide privileges, such as MANAGE_DOMAINS, are not limited to tags.
    const { platform } = needOf(write);
    return platform.length === 0 || !authorizer.decide(actor, platform).allowed;
  });
  return ofTags.length === 0 ? undefined : authorizer.tagRights(actor, ofTags);
}

/** Aspects that can contain values of hidden properties, or form prompts for them. */
const ASPECTS_OF_PROPERTIES: readonly string[] = [
  STRUCTURED_PROPERTY.assignmentAspect,
  PROMPTS.infoAspect,
  PROMPTS.answersAspect,
];

/** The actor's rights on the property values that the writes can change; undefined: no restriction. */
export async function assignmentRightsFor(
  writes: readonly Write[],
  { actor, authorizer }: Pick<WriteCheckParts, 'actor' | 'authorizer'>,
): Promise<AssignmentRights | undefined> {
  const assigning = writes.filter(({ aspectName = '' }) => ASPECTS_OF_PROPERTIES.includes(aspectName));
  if (assigning.length === 0) return undefined;
  const created = assigning.filter(({ operation }) => operation === 'create');
  const domains = new Map(created.map((write) => [write.urn, write.domains ?? []]));
  return authorizer.assignmentRights(actor, [...new Set(assigning.map(({ urn }) => urn))], domains);
}
