import { patchIfAny, put } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { formatUrn, isUrn, type Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import type { EventOwners, EventTags } from './event-shape.ts';

/** DataHub's legacy ownership types; others become the default. */
const OWNERSHIP_TYPES: ReadonlySet<string> = new Set([
  'TECHNICAL_OWNER',
  'BUSINESS_OWNER',
  'DATA_STEWARD',
  'NONE',
  'DEVELOPER',
  'DATAOWNER',
  'DELEGATE',
  'PRODUCER',
  'CONSUMER',
  'STAKEHOLDER',
]);
const DEFAULT_TYPE = 'TECHNICAL_OWNER';

/** Adds owners, keeping existing ones. A name that is not a urn is a user name. */
export function ownersAdded(urn: Urn, facet: EventOwners): readonly MetadataChangeProposal[] {
  const operations = (facet?.owners ?? []).map(({ name, type }) => {
    const owner = isUrn(name) ? name : formatUrn('corpuser', name.trim());
    const asked = (type ?? '').trim().toUpperCase();
    const known = OWNERSHIP_TYPES.has(asked) ? asked : DEFAULT_TYPE;
    return put(['owners', owner, known], { owner, type: known, source: { type: 'SERVICE' } });
  });
  return patchIfAny(urn, 'ownership', operations, { owners: ['owner', 'type'] });
}

/** Adds tags, keeping existing ones. */
export function tagsAdded(urn: Urn, facet: EventTags): readonly MetadataChangeProposal[] {
  const names = (facet?.tags ?? []).map(({ key, value }) => (key ?? value ?? '').trim());
  const operations = [...new Set(names)]
    .filter((name) => name !== '')
    .map((name) => formatUrn('tag', name))
    .map((tag) => put(['tags', tag], { tag }));
  return patchIfAny(urn, 'globalTags', operations, { tags: ['tag'] });
}

/** Sets members of an aspect; absent or null ones stay unchanged. */
export function membersSet(
  urn: Urn,
  aspectName: string,
  members: JsonObject,
): readonly MetadataChangeProposal[] {
  const operations = Object.entries(members).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [put([name], value)],
  );
  return patchIfAny(urn, aspectName, operations);
}

/** The present texts that are not blank, by name; undefined if there are none. */
export function textsGiven(
  texts: Readonly<Record<string, string | null | undefined>>,
): Readonly<Record<string, string>> | undefined {
  const given = Object.entries(texts).flatMap(([name, text]) =>
    text === undefined || text === null || text.trim() === '' ? [] : [[name, text] as const],
  );
  return given.length === 0 ? undefined : Object.fromEntries(given);
}
