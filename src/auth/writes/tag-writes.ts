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
