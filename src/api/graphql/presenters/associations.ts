import { systemOwnershipType } from '../../../model/access/ownership-types.ts';
import type { EntityReference, EntityReferences } from '../../../model/entity-reference.ts';
import { object, objects, text, texts } from '../../../util/json/json-members.ts';
import type { JsonObject } from '../../../util/json.ts';
import { attribution, auditStamp, auditStampOrNever } from './stamps.ts';

/** What has an association: an entity, or a column that may have none. */
export interface Holder {
  readonly urn: string;
}

/** `GlobalTags` from the `globalTags` aspect of entity `of`. */
export function globalTags(value: JsonObject, references: EntityReferences, of: Holder): object {
  const tags = objects(value['tags']).flatMap((association) => {
    const tag = ofType('tag', references.find(association['tag']));
    if (tag === undefined) return [];
    return [{ tag, associatedUrn: of.urn, ...origin(association, references) }];
  });
  return { tags };
}

/** `GlossaryTerms` from the `glossaryTerms` aspect of entity `of`. */
export function glossaryTerms(value: JsonObject, references: EntityReferences, of: Holder): object {
  const terms = objects(value['terms']).flatMap((association) => {
    const term = ofType('glossaryTerm', references.find(association['urn']));
    if (term === undefined) return [];
    const actor = ofType('corpuser', references.find(association['actor']));
    return [{ term, actor, associatedUrn: of.urn, ...origin(association, references) }];
  });
  return { terms };
}

/** `Ownership` from the `ownership` aspect of entity `of`. Omits owners that are neither users nor groups. */
export function ownership(value: JsonObject, references: EntityReferences, of: Holder): object {
  const owners = objects(value['owners']).flatMap((entry) => {
    const owner = references.find(entry['owner']);
    if (owner?.entityType !== 'corpuser' && owner?.entityType !== 'corpGroup') return [];
    const typeUrn = entry['typeUrn'] ?? systemOwnershipType(text(entry['type']) ?? 'NONE');
    const ownershipType = ofType('ownershipType', references.find(typeUrn));
    const source = object(entry['source']);
    return [
      {
        owner,
        type: entry['type'],
        ownershipType,
        source,
        associatedUrn: of.urn,
        ...origin(entry, references),
      },
    ];
  });
  return { owners, lastModified: auditStampOrNever(value['lastModified']) };
}

/** `DomainAssociation` of the first domain in the `domains` aspect of entity `of`; null if there is none. */
export function domainAssociation(
  value: JsonObject,
  references: EntityReferences,
  of: Holder,
): object | null {
  const [domain] = texts(value['domains']).flatMap((urn) => ofType('domain', references.find(urn)) ?? []);
  return domain === undefined ? null : { domain, associatedUrn: of.urn };
}

/** `InstitutionalMemory` from the `institutionalMemory` aspect of entity `of`. */
export function institutionalMemory(value: JsonObject, references: EntityReferences, of: Holder): object {
  const elements = objects(value['elements']).map((element) => ({
    ...author(references.find(object(element['createStamp'])?.['actor'])),
    url: element['url'],
    label: element['description'],
    description: element['description'],
    created: element['createStamp'],
    updated: auditStamp(element['updateStamp']),
    settings: object(element['settings']),
    associatedUrn: of.urn,
  }));
  return { elements };
}

/** `Deprecation` from the `deprecation` aspect. */
export function deprecation(value: JsonObject, references: EntityReferences): object {
  return {
    deprecated: value['deprecated'] === true,
    decommissionTime: value['decommissionTime'],
    note: text(value['note']),
    actor: value['actor'],
    actorEntity: references.find(value['actor']),
    replacement: references.find(value['replacement']),
  };
}

/** Context and attribution of an association. */
function origin(association: JsonObject, references: EntityReferences): object {
  return {
    context: association['context'],
    attribution: attribution(association['attribution'], references),
  };
}

function author(actor: EntityReference | undefined): object {
  const user = ofType('corpuser', actor);
  return { author: user, actor: user ?? ofType('corpGroup', actor) };
}

/** The reference if it is of this entity type, else undefined. */
export function ofType(
  entityType: string,
  reference: EntityReference | undefined,
): EntityReference | undefined {
  return reference?.entityType === entityType ? reference : undefined;
}
