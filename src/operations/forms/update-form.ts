import * as v from 'valibot';
import { CatalogError, invalidRequest } from '../../errors.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { patchOf, put, putGiven, take } from '../../model/proposal-builders.ts';
import type { PatchOperation } from '../../model/proposal.ts';
import { given } from '../../util/given.ts';
import { object, objects, texts } from '../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { list, type InputTypes } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { readAspect } from '../stored.ts';
import { FORM_INFO, FORM_TYPES, MANAGES_FORMS, promptInput, storedPrompt } from './form.ts';
import { objectOf } from '../shapes.ts';
import { because } from '../../refusals.ts';

/** Changes a form: replaces its questions and assignees, or adds and removes some. */
export const updateForm = defineOperation({
  name: 'updateForm',
  effect: 'write',
  summary: 'Changes a form: replaces its questions and assignees, or adds and removes some.',
  input: (types) =>
    objectOf({
      urn: types.entityOf('form'),
      name: v.nullish(v.string()),
      description: v.nullish(v.string()),
      type: v.nullish(v.picklist(FORM_TYPES)),
      prompts: v.nullish(list(promptInput(types))),
      promptsToAdd: v.nullish(list(promptInput(types))),
      promptsToRemove: v.nullish(list(v.string())),
      actors: v.nullish(actorsInput(types)),
    }),
  needs: MANAGES_FORMS,
  run: async (input, work) => {
    const { urn: form, name, description, type, prompts, promptsToAdd, promptsToRemove, actors } = input;
    const stored = await readAspect(form.urn, FORM_INFO, work);
    if (stored === undefined) {
      throw new CatalogError('NOT_FOUND', `Form ${form.urn} does not exist. Create it first.`);
    }
    if (prompts && (promptsToAdd || promptsToRemove)) {
      throw invalidRequest(
        "Provide 'prompts', or 'promptsToAdd' and 'promptsToRemove', not both.",
        undefined,
        because('INPUT_EXCLUDES', { names: ['prompts', 'promptsToAdd', 'promptsToRemove'] }),
      );
    }
    const known = new Set(objects(stored['prompts']).map(({ id }) => id));
    const added = (promptsToAdd ?? []).map((prompt) => storedPrompt(prompt, work));
    const operations = [
      ...putGiven({ name, description, type }),
      ...putGiven({ prompts: prompts?.map((prompt) => storedPrompt(prompt, work)) }),
      ...(promptsToRemove ?? []).flatMap((id) => (known.has(id) ? [take(['prompts', id])] : [])),
      ...added.map((prompt) => put(['prompts', prompt.id], prompt)),
      ...(actors ? actorOperations(actors, object(stored['actors']) ?? {}) : []),
    ];
    if (operations.length > 0) await work.ingest([patchOf(form.urn, FORM_INFO, operations)]);
    return form;
  },
});

function actorsInput(types: InputTypes) {
  const users = v.nullish(list(types.entityOf('corpuser')));
  const groups = v.nullish(list(types.entityOf('corpGroup')));
  const urns = v.nullish(list(v.string()));
  return objectOf({
    owners: v.nullish(v.boolean()),
    users,
    usersToAdd: users,
    usersToRemove: urns,
    groups,
    groupsToAdd: groups,
    groupsToRemove: urns,
  });
}

function actorOperations(
  actors: v.InferOutput<ReturnType<typeof actorsInput>>,
  stored: JsonObject,
): readonly PatchOperation[] {
  const { owners, users, usersToAdd, usersToRemove, groups, groupsToAdd, groupsToRemove } = actors;
  const members = {
    ...given({ owners }),
    ...given({ users: changed(stored['users'], users, usersToAdd, usersToRemove) }),
    ...given({ groups: changed(stored['groups'], groups, groupsToAdd, groupsToRemove) }),
  };
  return Object.entries(members).map(([name, value]) => put(['actors', name], value));
}

type Entities = readonly EntityReference[] | null | undefined;

/** The urns to store; undefined when they do not change. */
function changed(
  before: JsonValue | undefined,
  replaced: Entities,
  added: Entities,
  removed: readonly string[] | null | undefined,
): readonly string[] | undefined {
  if (!replaced && !added && !removed) return undefined;
  const gone = new Set(removed);
  const kept = replaced?.map(({ urn }) => urn) ?? texts(before);
  return [...new Set([...kept, ...(added ?? []).map(({ urn }) => urn)])].filter((urn) => !gone.has(urn));
}
