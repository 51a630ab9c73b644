import type { Aspect } from '../../model/aspect.ts';

/**
 * JSON text of an aspect with what surrounds it. The stored text goes in as it is: parsing it and writing it again
 * would cost time and could change it.
 */
export function aspectItemJson(aspect: Aspect, withSystemMetadata: boolean): string {
  if (!withSystemMetadata) return `{"value":${aspect.text}}`;
  const systemMetadata = JSON.stringify(aspect.systemMetadata);
  return `{"value":${aspect.text},"systemMetadata":${systemMetadata},"auditStamp":${JSON.stringify(aspect.created)}}`;
}

/** Members of a JSON object, `"name":{"value":...}`, one for each aspect, without the braces. */
export function aspectMembersJson(aspects: Iterable<Aspect>, withSystemMetadata: boolean): string {
  let members = '';
  for (const aspect of aspects) {
    if (members !== '') members += ',';
    members += `${JSON.stringify(aspect.aspectName)}:${aspectItemJson(aspect, withSystemMetadata)}`;
  }
  return members;
}

/** JSON text of a list of which each element is JSON text already. */
export function listJson(elements: Iterable<string>): string {
  return `[${[...elements].join(',')}]`;
}

/**
 * The first member of a page, with the comma after it. The last page has none: clients of DataHub go on as long as the
 * member is there, even when it is null.
 */
export function scrollIdMember(scrollId: string | undefined): string {
  return scrollId === undefined ? '' : `"scrollId":${JSON.stringify(scrollId)},`;
}
