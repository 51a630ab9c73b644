import { isAboutEntity, isAboutTag, type Grant } from '../../model/access/grants.ts';
import { tagPrivilege, type TagRights } from '../../model/access/tag-rights.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { attributesOfUrn } from '../../model/entity-attributes.ts';
import type { ReadAttributes } from '../../query/visibility/judged-entities.ts';
import type { TagWrite } from '../authorizer.ts';
import type { ActorRights } from './actor-rights.ts';
import { attributesOfNew } from './entity-attributes.ts';

/**
 * The actor's rights on the tags in these aspects; undefined if every tag may be changed in all of them. Each tag may be
 * allowed by a different policy.
 */
export async function tagRightsOf(
  rights: ActorRights,
  writes: readonly TagWrite[],
  readAttributes: ReadAttributes,
): Promise<TagRights | undefined> {
  const read = await readAttributes([
    ...new Set(writes.flatMap(({ urn, domains = [] }) => [urn, ...domains])),
  ]);
  const attributesOf = (urn: Urn) => read.get(urn) ?? attributesOfUrn(urn);
  const grants = new Map<string, readonly Grant[]>();
  for (const { urn, aspectName, operation, domains = [] } of writes) {
    const cases =
      operation === 'create' && domains.length > 0
        ? domains.map((domain) => attributesOfNew(urn, attributesOf(domain)))
        : [attributesOf(urn)];
    const able = [
      ...rights.granting(tagPrivilege(entityTypeOf(urn), aspectName ?? '')),
      ...(operation === 'create' ? rights.granting('CREATE_ENTITY') : []),
      ...(operation === 'remove' ? rights.granting('DELETE_ENTITY') : []),
    ];
    const about = able.filter((grant) => cases.every((one) => isAboutEntity(grant, one)));
    grants.set(keyOf(urn, aspectName, operation === 'remove'), about);
  }
  const isFree = (about: readonly Grant[]): boolean => about.some(({ tags }) => tags.length === 0);
  if ([...grants.values()].every(isFree)) return undefined;
  return {
    mayChange: (tag, { urn, aspectName, isRemoval }) =>
      grants.get(keyOf(urn, aspectName, isRemoval))?.some((grant) => isAboutTag(grant, tag)) ?? true,
  };
}

function keyOf(urn: Urn, aspectName: string | undefined, isRemoval: boolean): string {
  return `${isRemoval} ${aspectName} ${urn}`;
}
