import { CatalogError, invalidRequest } from '../../../errors.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { creationOf, patchOf, put, putGiven, take } from '../../../model/proposal-builders.ts';
import type { PatchOperation } from '../../../model/proposal.ts';
import { formatUrn } from '../../../model/urn.ts';
import { requireAssets } from '../../../operations/assets.ts';
import { createOnce } from '../../../operations/create-once.ts';
import { creatorOwnership } from '../../../operations/creator-ownership.ts';
import { deleteEverywhere, readAspect } from '../../../operations/stored.ts';
import { given } from '../../../util/given.ts';
import { object, objects, text, texts } from '../../../util/json-members.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireOneOf } from '../mutation-steps.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';

interface PromptInput {
  readonly id?: string | null;
  readonly title: string;
  readonly description?: string | null;
  readonly type: string;
  readonly structuredPropertyParams?: { readonly urn: string } | null;
  readonly required?: boolean | null;
}
interface ActorsInput {
  readonly owners?: boolean | null;
  readonly users?: readonly string[] | null;
  readonly groups?: readonly string[] | null;
}
interface ActorsUpdate extends ActorsInput {
  readonly usersToAdd?: readonly string[] | null;
  readonly usersToRemove?: readonly string[] | null;
  readonly groupsToAdd?: readonly string[] | null;
  readonly groupsToRemove?: readonly string[] | null;
}
interface CreateInput {
  readonly id?: string | null;
  readonly name: string;
  readonly description?: string | null;
  readonly type?: string | null;
  readonly prompts?: readonly PromptInput[] | null;
  readonly actors?: ActorsInput | null;
}
interface UpdateInput {
  readonly urn: string;
  readonly name?: string | null;
  readonly description?: string | null;
  readonly type?: string | null;
  readonly promptsToAdd?: readonly PromptInput[] | null;
  readonly promptsToRemove?: readonly string[] | null;
  readonly prompts?: readonly PromptInput[] | null;
  readonly actors?: ActorsUpdate | null;
}

const INFO = 'formInfo';
const MANAGE = ['MANAGE_DOCUMENTATION_FORMS'];

/** Mutations that create, update, delete and unassign forms. */
export const FORM_MUTATIONS = {
  createForm: (_root, { input }, context) => {
    requireOneOf(MANAGE, context);
    return updating(input, () => createForm(input, context));
  },
  updateForm: (_root, { input }, context) => {
    requireOneOf(MANAGE, context);
    return updating(input, () => updateForm(input, context));
  },
  deleteForm: (_root, { input }, context) => {
    requireOneOf(MANAGE, context);
    return updating(input, async () => {
      await deleteEverywhere(context.references.parseAs('form', input.urn), context);
      return true;
    });
  },
  batchRemoveForm: (_root, { input }, context) => {
    requireOneOf(MANAGE, context);
    return updating(input, async () => {
      const form = context.references.parseAs('form', input.formUrn);
      const entities = input.entityUrns.map((urn) => context.references.parse(urn));
      await requireAssets(
        entities.map((entity) => ({ entity, fieldPath: undefined })),
        context,
      );
      const stored = await context.catalog.getEntities(
        entities.map(({ urn }) => urn),
        ['forms'],
      );
      const gone = ['incompleteForms', 'completedForms', 'verifications'].map((list) =>
        take([list, form.urn]),
      );
      const holders = entities.filter(({ urn }) => stored.get(urn)?.has('forms') === true);
      await context.ingest(holders.map(({ urn }) => patchOf(urn, 'forms', gone)));
      return true;
    });
  },
} satisfies Partial<Resolvers['Mutation']>;

async function createForm(input: CreateInput, context: GraphqlContext): Promise<EntityReference> {
  const form = context.references.to(formatUrn('form', input.id || context.settings.newId()));
  const { name, description, type, prompts, actors } = input;
  const info = {
    name,
    ...given({ description }),
    type: type ?? 'COMPLETION',
    prompts: (prompts ?? []).map((prompt) => promptOf(prompt, context)),
    actors: {
      owners: actors?.owners ?? true,
      ...given({ users: urnsOf('corpuser', actors?.users, context) }),
      ...given({ groups: urnsOf('corpGroup', actors?.groups, context) }),
    },
  };
  const taken = (): CatalogError =>
    invalidRequest(`This form already exists! ${form.urn} is taken: choose another id.`);
  const proposals = [creationOf(form.urn, INFO, info), await creatorOwnership(form.urn, context)];
  await createOnce(form.urn, proposals, taken, context);
  return form;
}

async function updateForm(input: UpdateInput, context: GraphqlContext): Promise<EntityReference> {
  const form = context.references.parseAs('form', input.urn);
  const stored = await readAspect(form.urn, INFO, context);
  if (stored === undefined) {
    throw new CatalogError('NOT_FOUND', `Form ${form.urn} does not exist. Create it first.`);
  }
  const { name, description, type, prompts, promptsToAdd, promptsToRemove, actors } = input;
  if (prompts && (promptsToAdd || promptsToRemove)) {
    throw invalidRequest("Provide 'prompts', or 'promptsToAdd' and 'promptsToRemove', not both.");
  }
  const known = new Set(objects(stored['prompts']).map(({ id }) => id));
  const operations = [
    ...putGiven({ name, description, type, prompts: prompts?.map((prompt) => promptOf(prompt, context)) }),
    ...(promptsToRemove ?? []).flatMap((id) => (known.has(id) ? [take(['prompts', id])] : [])),
    ...(promptsToAdd ?? []).map((prompt) => {
      const added = promptOf(prompt, context);
      return put(['prompts', text(added['id']) ?? ''], added);
    }),
    ...(actors ? actorOperations(actors, object(stored['actors']) ?? {}, context) : []),
  ];
  if (operations.length > 0) await context.ingest([patchOf(form.urn, INFO, operations)]);
  return form;
}

function actorOperations(
  actors: ActorsUpdate,
  stored: JsonObject,
  context: GraphqlContext,
): readonly PatchOperation[] {
  const changed = (
    type: string,
    member: 'users' | 'groups',
    added: readonly string[] | null | undefined,
    removed: readonly string[] | null | undefined,
  ): readonly string[] | undefined => {
    if (!actors[member] && !added && !removed) return undefined;
    const gone = new Set(removed);
    const kept = urnsOf(type, actors[member], context) ?? texts(stored[member]);
    return [...new Set([...kept, ...(urnsOf(type, added, context) ?? [])])].filter((urn) => !gone.has(urn));
  };
  const members = {
    ...(typeof actors.owners === 'boolean' && { owners: actors.owners }),
    ...given({ users: changed('corpuser', 'users', actors.usersToAdd, actors.usersToRemove) }),
    ...given({ groups: changed('corpGroup', 'groups', actors.groupsToAdd, actors.groupsToRemove) }),
  };
  return Object.entries(members).map(([name, value]) => put(['actors', name], value));
}

function promptOf(prompt: PromptInput, context: GraphqlContext): JsonObject {
  const { id, title, description, type, required, structuredPropertyParams } = prompt;
  if (!structuredPropertyParams) {
    throw invalidRequest(
      `Provided prompt with type ${type} and no structured property params: '${title}'. Name the property.`,
    );
  }
  const property = context.references.parseAs('structuredProperty', structuredPropertyParams.urn);
  return {
    id: id || context.settings.newId(),
    title,
    ...given({ description }),
    type,
    required: required ?? false,
    structuredPropertyParams: { urn: property.urn },
  };
}

function urnsOf(
  entityType: string,
  urns: readonly string[] | null | undefined,
  { references }: GraphqlContext,
): readonly string[] | undefined {
  return urns?.map((urn) => references.parseAs(entityType, urn).urn);
}
