import type { EntityReference, EntityReferences } from '../../../model/entity-reference.ts';
import { object, objects, texts } from '../../../util/json/json-members.ts';
import type { JsonObject } from '../../../util/json.ts';
import { ofType } from './associations.ts';

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
