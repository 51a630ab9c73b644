import type { Aspect } from '../../model/aspect.ts';

/**
 * JSON text of an aspect with its envelope. Copies the stored text: parsing and serializing it would take time and
 * could change it.
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

/** JSON text of a list of JSON texts. */
export function listJson(elements: Iterable<string>): string {
  return `[${[...elements].join(',')}]`;
}

/**
 * The `scrollId` member of a page, with a trailing comma; '' on the last page, because DataHub's clients continue as
 * long as the member is present, even as null.
 */
export function scrollIdMember(scrollId: string | undefined): string {
  return scrollId === undefined ? '' : `"scrollId":${JSON.stringify(scrollId)},`;
}
