import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import type { InputTypes } from '../input-types.ts';
import { requireExisting } from '../stored.ts';
import type { Work } from '../work.ts';
import { readAs } from '../shapes.ts';
import { because } from '../../refusals.ts';

/** Entity types of the glossary, with their names in messages. */
export const GLOSSARY_TYPES = { glossaryTerm: 'Glossary Term', glossaryNode: 'Glossary Node' } as const;

/** Whether the entity is a glossary term or node. */
export function isGlossaryPart({ entityType }: EntityReference): boolean {
  return Object.hasOwn(GLOSSARY_TYPES, entityType);
}

/** Input: the urn of a glossary term or node. */
export function glossaryPart(types: InputTypes) {
  return v.pipe(
    types.entity(),
    readAs((entity) => {
      if (isGlossaryPart(entity)) return entity;
      throw invalidRequest(
        `Failed to update ${entity.urn}: it is of type ${entity.entityType}. Pass the urn of a glossaryTerm or a glossaryNode.`,
        undefined,
        because('ENTITY_TYPE_WRONG', {
          entityType: entity.entityType,
          entityTypes: ['glossaryTerm', 'glossaryNode'],
        }),
      );
    }),
  );
}

/** Throws NOT_FOUND unless the parent node exists, or there is none. */
export function requireParent(parent: EntityReference | undefined, work: Work): Promise<void> {
  const missing = (urn: string) => `Parent node ${urn} does not exist. Create it first.`;
  return requireExisting(parent === undefined ? [] : [parent], missing, work);
}
