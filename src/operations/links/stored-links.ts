import * as v from 'valibot';
import { invalidRequest, type CatalogError } from '../../errors.ts';
import { because } from '../../refusals.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { patchIfAny, patchOf, put, take } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { object, objects, text } from '../../util/json/json-members.ts';
import { requireEntities } from '../assets.ts';
import { GLOSSARY_RIGHTS, privilegeOrGlossaryRight } from '../glossary/glossary-rights.ts';
import type { InputTypes } from '../input-types.ts';
import type { Need } from '../needs.ts';
import { stampNow } from '../stamp-now.ts';
import { readAspect } from '../stored.ts';
import type { Work } from '../work.ts';
import { objectOf } from '../shapes.ts';

/** A documentation link of an entity; it is identified by URL and label. */
export interface Link {
  readonly resourceUrn: EntityReference;
  readonly linkUrl: string;
  readonly label: string;
  /** Default: as in the link that it replaces. */
  readonly settings?: { readonly showInAssetPreview?: boolean | null | undefined } | null | undefined;
}

const ASPECT = 'institutionalMemory';
const KEYS = { elements: ['url', 'description'] };

/** Input: a link of an entity. */
export function linkInput(types: InputTypes) {
  return objectOf({
    resourceUrn: types.entity(),
    linkUrl: v.string(),
    label: v.string(),
    settings: v.nullish(objectOf({ showInAssetPreview: v.nullish(v.boolean()) })),
  });
}

const PRIVILEGE = 'EDIT_ENTITY_DOC_LINKS';

/** The right to change the links of the entity; for a glossary term or node, rights in the glossary count too. */
export const LINK_NEEDS: Need<{ readonly resourceUrn: EntityReference }> = {
  anyOf: [PRIVILEGE, ...GLOSSARY_RIGHTS],
  clauses: async ({ resourceUrn }, reading) => [
    await privilegeOrGlossaryRight(PRIVILEGE, resourceUrn, reading),
  ],
};

/** The links of an entity. Throws NOT_FOUND when it does not exist. */
export async function storedLinks(entity: EntityReference, work: Work): Promise<readonly JsonObject[]> {
  await requireEntities([entity], work);
  return objects((await readAspect(entity.urn, ASPECT, work))?.['elements']);
}

/** The link with this URL and label, if there is one. */
export function find(links: readonly JsonObject[], url: string, label: string): JsonObject | undefined {
  return links.find((link) => link['url'] === url && link['description'] === label);
}

/** Writes a link. A replaced link is removed; its creation stamp and omitted settings are kept. */
export async function writeLink(
  { resourceUrn: entity, linkUrl: url, label, settings }: Link,
  replaced: JsonObject | undefined,
  work: Work,
): Promise<void> {
  const stamp = { ...stampNow(work) };
  const { showInAssetPreview } = settings ?? {};
  const shown =
    typeof showInAssetPreview === 'boolean' ? { showInAssetPreview } : object(replaced?.['settings']);
  const link: JsonObject = {
    url,
    description: label,
    createStamp: replaced?.['createStamp'] ?? stamp,
    ...(replaced !== undefined && { updateStamp: stamp }),
    ...(shown !== undefined && { settings: shown }),
  };
  const moved = replaced !== undefined && (replaced['url'] !== url || replaced['description'] !== label);
  const operations = [...(moved ? [take(pathOf(replaced))] : []), put(pathOf(link), link)];
  await work.ingest([patchOf(entity.urn, ASPECT, operations, KEYS)]);
}

/** Proposals that remove links of an entity. */
export function removal(urn: Urn, links: readonly JsonObject[]): readonly MetadataChangeProposal[] {
  const operations = links.map((link) => take(pathOf(link)));
  return patchIfAny(urn, ASPECT, operations, KEYS);
}

function pathOf(link: JsonObject): readonly string[] {
  return ['elements', text(link['url']) ?? '', text(link['description']) ?? ''];
}

export function alreadyExists({ linkUrl: url, label }: Link): CatalogError {
  return invalidRequest(
    `The link '${url}' with label '${label}' already exists! Use another label.`,
    undefined,
    because('LINK_EXISTS', { url, label }),
  );
}
