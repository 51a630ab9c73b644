import * as v from 'valibot';
import { CatalogError, invalidRequest } from '../../errors.ts';
import { systemOwnershipType } from '../../model/access/ownership-types.ts';
import { missingEntity } from '../../model/missing-entity.ts';
import { because } from '../../refusals.ts';
import type { AuditStamp } from '../../model/aspect.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import type { MetadataChangeProposal, PatchOperation } from '../../model/proposal.ts';
import { patchOf, put, upsertOf } from '../../model/proposal-builders.ts';
import { parseUrn, type Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { object, objects, text } from '../../util/json/json-members.ts';
import type { Asset } from '../assets.ts';
import { list, type InputTypes } from '../input-types.ts';
import { stampNow } from '../stamp-now.ts';
import type { Work } from '../work.ts';
import { TEXT, objectOf, oneOf, readAs } from '../shapes.ts';

/** An element of `owners` in the `ownership` aspect. */
export interface StoredOwner {
  readonly owner: Urn;
  readonly type: string;
  readonly typeUrn: Urn;
}

/** Older type names that have a built-in ownership type. */
const SYSTEM_TYPES = ['TECHNICAL_OWNER', 'BUSINESS_OWNER', 'DATA_STEWARD', 'NONE'];
const ASPECT = 'ownership';

/** How an owner owns: the type, by its urn or by its older name, which is ignored if the urn is given. */
function ownershipMembers(types: InputTypes) {
  return { type: v.nullish(TEXT), ownershipTypeUrn: types.optionalEntityOf('ownershipType') };
}

/** Shape of an owner, converted to the aspect's form; INVALID_REQUEST when its urn is not of its `ownerEntityType`. */
export function ownerInput(types: InputTypes) {
  return v.pipe(
    objectOf({
      ownerUrn: types.entity(),
      /** Default: the type of the urn. */
      ownerEntityType: v.nullish(oneOf(['CORP_USER', 'CORP_GROUP'])),
      ...ownershipMembers(types),
    }),
    readAs(({ ownerUrn, ownershipTypeUrn, ...of }) =>
      storedOwner({ ...of, owner: ownerUrn, ownershipType: ownershipTypeUrn }),
    ),
  );
}

/** Shape of a complete list of owners, converted to the aspect's form. */
export function ownershipInput(types: InputTypes) {
  const owner = v.pipe(
    objectOf({ owner: types.entity(), ...ownershipMembers(types) }),
    readAs(({ ownershipTypeUrn, ...of }) => storedOwner({ ...of, ownershipType: ownershipTypeUrn })),
  );
  return v.pipe(
    objectOf({ owners: list(owner) }),
    v.transform(({ owners }) => owners),
  );
}

interface Owner {
  readonly owner: EntityReference;
  readonly ownerEntityType?: 'CORP_USER' | 'CORP_GROUP' | null | undefined;
  readonly type?: string | null | undefined;
  readonly ownershipType?: EntityReference | undefined;
}

/** An owner in the aspect's form; INVALID_REQUEST when its urn is not of its `ownerEntityType`. */
export function storedOwner({ owner, ownerEntityType, type, ownershipType }: Owner): StoredOwner {
  const { urn, entityType } = owner;
  const isUser = ownerEntityType ? ownerEntityType === 'CORP_USER' : entityType !== 'corpGroup';
  if (entityType !== (isUser ? 'corpuser' : 'corpGroup')) {
    throw invalidRequest(
      `Failed to change ownership for resource(s). Expected a corp ${isUser ? 'user' : 'group'} urn, found ${urn}. Set 'ownerEntityType' to the type of the urn.`,
      undefined,
      because('ENTITY_TYPE_WRONG', { entityType, entityTypes: [isUser ? 'corpuser' : 'corpGroup'] }),
    );
  }
  if (ownershipType === undefined) {
    const name = type ?? 'NONE';
    return { owner: urn, type: name, typeUrn: parseUrn(systemOwnershipType(name)) };
  }
  const typeUrn = ownershipType.urn;
  const system = SYSTEM_TYPES.find((name) => systemOwnershipType(name) === typeUrn);
  return { owner: urn, type: system ?? 'CUSTOM', typeUrn };
}

/** Proposal that replaces the owners of an entity. */
export function ownersUpdate(urn: Urn, owners: readonly StoredOwner[], work: Work): MetadataChangeProposal {
  const listed = owners.map((owner) => ({ ...owner }));
  return upsertOf(urn, ASPECT, { owners: listed, lastModified: { ...stampNow(work) } });
}

/** Throws NOT_FOUND for an owner or ownership type that does not exist. */
export async function requireOwners(owners: readonly StoredOwner[], { query, scope }: Work): Promise<void> {
  const existing = await query.existing(
    owners.flatMap(({ owner, typeUrn }) => [owner, typeUrn]),
    scope,
  );
  for (const { owner, typeUrn, type } of owners) {
    if (!existing.has(owner)) {
      throw new CatalogError(
        'NOT_FOUND',
        `Failed to change ownership for resource(s). Owner with urn ${owner} does not exist.`,
        missingEntity(owner),
      );
    }
    // The oldest type names never had an entity.
    if (!existing.has(typeUrn) && (type === 'CUSTOM' || SYSTEM_TYPES.includes(type))) {
      throw new CatalogError(
        'NOT_FOUND',
        `Custom Ownership type with urn ${typeUrn} does not exist. Create it first, or name another.`,
        missingEntity(typeUrn),
      );
    }
  }
}

/** Patches the owners of entities in one commit; `operationsOf` gets the stored owners of one. */
export async function changeOwners(
  assets: readonly Asset[],
  work: Work,
  operationsOf: (stored: readonly JsonObject[]) => PatchOperation[],
): Promise<void> {
  const stamp = stampNow(work);
  const urns = assets.map(({ entity }) => entity.urn);
  const aspects = await work.query.getEntities(urns, [ASPECT], work.scope);
  const proposals = urns.flatMap((urn) => {
    const operations = operationsOf(objects(aspects.get(urn)?.get(ASPECT)?.value['owners']));
    return operations.length === 0 ? [] : [stamped(urn, operations, stamp)];
  });
  await work.ingest(proposals);
}

function stamped(urn: Urn, operations: readonly PatchOperation[], stamp: AuditStamp): MetadataChangeProposal {
  return patchOf(urn, ASPECT, [...operations, put(['lastModified'], { ...stamp })]);
}

/** Urn of the ownership type of an owner, also of one stored with the older type name only. */
export function ownershipTypeOf(owner: JsonObject | StoredOwner): string {
  return text(owner['typeUrn']) ?? systemOwnershipType(text(owner['type']) ?? 'NONE');
}

/** Identifies an owner of an entity: who, with which ownership type. */
export function ownerKey(owner: JsonObject | StoredOwner): string {
  return `${text(owner['owner']) ?? ''} ${ownershipTypeOf(owner)}`;
}

/** Path of an owner by the aspect's array keys: owner, both types, attribution source. */
export function ownerPath(owner: JsonObject | StoredOwner): readonly string[] {
  const source = 'attribution' in owner ? text(object(owner['attribution'])?.['source']) : undefined;
  return [
    'owners',
    text(owner['owner']) ?? '',
    text(owner['type']) ?? '',
    text(owner['typeUrn']) ?? '',
    source ?? '',
  ];
}
