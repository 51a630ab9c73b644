import type { JsonObject } from '../../../util/json.ts';
import type { EntityReference, EntityReferences } from '../entity-reference.ts';
import { objects, text, texts } from './json-members.ts';

/** `GlobalTags` of the aspect's value. */
export function globalTags(value: JsonObject, of: string, references: EntityReferences): unknown {
  const tags = objects(value['tags']).flatMap((association) => {
    const tag = ofType('tag', references.find(association['tag']));
    return tag === undefined ? [] : [{ tag, associatedUrn: of, context: association['context'] }];
  });
  return { tags };
}

/** `GlossaryTerms` of the aspect's value. */
export function glossaryTerms(value: JsonObject, of: string, references: EntityReferences): unknown {
  const terms = objects(value['terms']).flatMap((association) => {
    const term = ofType('glossaryTerm', references.find(association['urn']));
    return term === undefined ? [] : [{ term, associatedUrn: of }];
  });
  return { terms };
}

/** `Ownership` of the aspect's value; owners that are neither users nor groups cannot be shown. */
export function ownership(value: JsonObject, of: string, references: EntityReferences): unknown {
  const owners = objects(value['owners']).flatMap((entry) => {
    const owner = references.find(entry['owner']);
    if (owner?.entityType !== 'corpuser' && owner?.entityType !== 'corpGroup') return [];
    const ownershipType = ofType('ownershipType', references.find(entry['typeUrn']));
    return [{ owner, type: entry['type'], ownershipType, associatedUrn: of }];
  });
  return { owners };
}

/** `DomainAssociation` of the aspect's value: the first domain; null when there is none. */
export function domainAssociation(value: JsonObject, of: string, references: EntityReferences): unknown {
  const [domain] = texts(value['domains']).flatMap((urn) => ofType('domain', references.find(urn)) ?? []);
  return domain === undefined ? null : { domain, associatedUrn: of };
}

/** `InstitutionalMemory` of the aspect's value. */
export function institutionalMemory(value: JsonObject, of: string): unknown {
  const elements = objects(value['elements']).map((element) => ({
    url: element['url'],
    label: element['description'],
    description: element['description'],
    created: element['createStamp'],
    associatedUrn: of,
  }));
  return { elements };
}

/** `Deprecation` of the aspect's value. */
export function deprecation(value: JsonObject, references: EntityReferences): unknown {
  return {
    deprecated: value['deprecated'] === true,
    decommissionTime: value['decommissionTime'],
    note: text(value['note']),
    actor: value['actor'],
    replacement: references.find(value['replacement']),
  };
}

/** The reference if it is to an entity of this type. */
export function ofType(
  entityType: string,
  reference: EntityReference | undefined,
): EntityReference | undefined {
  return reference?.entityType === entityType ? reference : undefined;
}
