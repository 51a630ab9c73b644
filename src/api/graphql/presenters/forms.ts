import type { EntityReference, EntityReferences } from '../../../model/entity-reference.ts';
import { object, objects, texts } from '../../../util/json/json-members.ts';
import type { JsonObject } from '../../../util/json.ts';
import { ofType } from './associations.ts';
import type { Holder } from './associations.ts';
import { resolvedAuditStamp } from './stamps.ts';

/** `Forms` from the `forms` aspect of entity `of`. */
export function forms(value: JsonObject, references: EntityReferences, of: Holder): object {
  const associations = (member: unknown) =>
    objects(member).flatMap((association) => {
      const form = ofType('form', references.find(association['urn']));
      if (form === undefined) return [];
      const prompts = (list: unknown) => objects(list).map((prompt) => promptAssociation(prompt, references));
      return [
        {
          form,
          associatedUrn: of.urn,
          incompletePrompts: prompts(association['incompletePrompts']),
          completedPrompts: prompts(association['completedPrompts']),
        },
      ];
    });
  return {
    incompleteForms: associations(value['incompleteForms']),
    completedForms: associations(value['completedForms']),
    verifications: objects(value['verifications']).flatMap((verification) => {
      const form = ofType('form', references.find(verification['form']));
      const lastModified = resolvedAuditStamp(verification['lastModified'], references);
      return form === undefined ? [] : [{ form, lastModified }];
    }),
  };
}

/** `FormInfo` from the `formInfo` aspect. `caller` holds the urns of the caller and of the caller's groups. */
export function formInfo(
  value: JsonObject,
  form: EntityReference,
  references: EntityReferences,
  caller: ReadonlySet<string>,
): object {
  const actors = object(value['actors']) ?? {};
  const users = texts(actors['users']);
  const groups = texts(actors['groups']);
  const named = (type: string, urns: readonly string[]) =>
    urns.flatMap((urn) => ofType(type, references.find(urn)) ?? []);
  return {
    type: value['type'] ?? 'COMPLETION',
    prompts: objects(value['prompts']).map((prompt) => formPrompt(prompt, form, references)),
    actors: {
      owners: actors['owners'] !== false,
      users: named('corpuser', users),
      groups: named('corpGroup', groups),
      isAssignedToMe: [...users, ...groups].some((urn) => caller.has(urn)),
    },
  };
}

function formPrompt(prompt: JsonObject, { urn }: EntityReference, references: EntityReferences): object {
  const params = object(prompt['structuredPropertyParams']);
  const structuredProperty = ofType('structuredProperty', references.find(params?.['urn']));
  return {
    ...prompt,
    formUrn: urn,
    required: prompt['required'] === true,
    structuredPropertyParams: structuredProperty && { structuredProperty },
  };
}

function promptAssociation(prompt: JsonObject, references: EntityReferences): object {
  const fields = object(prompt['fieldAssociations']);
  const perField = (list: unknown) =>
    objects(list).map((field) => ({
      fieldPath: field['fieldPath'],
      lastModified: resolvedAuditStamp(field['lastModified'], references),
    }));
  return {
    id: prompt['id'],
    lastModified: resolvedAuditStamp(prompt['lastModified'], references),
    fieldAssociations: fields && {
      completedFieldPrompts: perField(fields['completedFieldPrompts']),
      incompleteFieldPrompts: perField(fields['incompleteFieldPrompts']),
    },
  };
}
