import { CatalogError, invalidRequest } from '../../../errors.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { patchOf, put, take } from '../../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../../model/proposal.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { formatUrn } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import { requireAssets } from '../../../operations/assets.ts';
import { stampNow } from '../../../operations/stamp-now.ts';
import { readAspect } from '../../../operations/stored.ts';
import { object, objects, text, texts } from '../../../util/json-members.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { UNAUTHORIZED } from '../mutation-steps.ts';
import { valueOf } from '../property-input.ts';
import type { ValueInput } from '../property-input.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';
import { callerAndGroups } from './caller-groups.ts';

interface AnswerInput {
  readonly promptId: string;
  readonly formUrn: string;
  readonly type: string;
  readonly fieldPath?: string | null;
  readonly fieldPaths?: readonly string[] | null;
  readonly structuredPropertyParams?: {
    readonly structuredPropertyUrn: string;
    readonly values: readonly ValueInput[];
  } | null;
}

const PROPERTIES = STRUCTURED_PROPERTY.assignmentAspect;
const BY_PROPERTY = { properties: ['propertyUrn'] };

/** Mutations that answer and verify forms. */
export const FORM_ANSWER_MUTATIONS = {
  submitFormPrompt: (_root, { urn, input }, context) => updating(input, () => answer(urn, input, context)),
  verifyForm: (_root, { input }, context) =>
    updating(input, async () => {
      const { entity, form, info } = await assigned(input.entityUrn, input.formUrn, context);
      const required = objects(info['prompts']).filter(({ required: isRequired }) => isRequired === true);
      const open = new Set(objects(form['incompletePrompts']).map(({ id }) => id));
      if (info['type'] !== 'VERIFICATION' || required.some(({ id }) => open.has(id))) {
        throw invalidRequest(
          `Form ${input.formUrn} can't be verified: it must be of type VERIFICATION with all required prompts completed.`,
        );
      }
      const urn = text(form['urn']) ?? '';
      const verification = { form: urn, lastModified: { ...stampNow(context) } };
      await context.ingest([patchOf(entity.urn, 'forms', [put(['verifications', urn], verification)])]);
      return true;
    }),
} satisfies Partial<Resolvers['Mutation']>;

/** Writes the values to the entity or its columns and marks the question as answered, in one commit. */
async function answer(urn: string, input: AnswerInput, context: GraphqlContext): Promise<boolean> {
  const { entity, form, info } = await assigned(urn, input.formUrn, context);
  const prompt = objects(info['prompts']).find(({ id }) => id === input.promptId);
  if (prompt === undefined) {
    throw new CatalogError('NOT_FOUND', `Form ${input.formUrn} has no prompt with id ${input.promptId}.`);
  }
  const params = input.structuredPropertyParams;
  if (!params || prompt['type'] !== input.type) {
    throw invalidRequest(
      `Failed to submit form prompt ${input.promptId}: it takes structuredPropertyParams with type ${text(prompt['type']) ?? ''}.`,
    );
  }
  const property = context.references.parseAs('structuredProperty', params.structuredPropertyUrn);
  if (object(prompt['structuredPropertyParams'])?.['urn'] !== property.urn) {
    throw invalidRequest(`Prompt ${input.promptId} does not ask for property ${property.urn}.`);
  }
  const isAboutColumns = input.type === 'FIELDS_STRUCTURED_PROPERTY';
  const columns = columnsOf(entity, input);
  if (isAboutColumns === (columns.length === 0)) {
    throw invalidRequest(
      `Prompt ${input.promptId} is about ${isAboutColumns ? 'columns: name them in fieldPaths' : 'the entity: omit fieldPaths'}.`,
    );
  }
  const values = params.values.map((value, i) => ({ ...valueOf(value, `values[${i}]`) }));
  const assignment = { propertyUrn: property.urn, values };
  const holders = isAboutColumns ? columns.map((column) => column.urn) : [entity.urn];
  await context.ingest([
    ...holders.map((holder) => assign(holder, assignment, context)),
    noteAnswer(entity.urn, form, { prompt, info, paths: columns.map(({ path }) => path) }, context),
  ]);
  return true;
}

function assign(urn: Urn, assignment: JsonObject, context: GraphqlContext): MetadataChangeProposal {
  const operation = put(['properties', text(assignment['propertyUrn']) ?? ''], assignment);
  return { ...patchOf(urn, PROPERTIES, [operation], BY_PROPERTY), stampAssignments: stampNow(context) };
}

interface Answered {
  readonly prompt: JsonObject;
  readonly info: JsonObject;
  /** Field paths of the answered columns; empty if the answer is for the entity. */
  readonly paths: readonly string[];
}

function noteAnswer(
  urn: Urn,
  form: JsonObject,
  { prompt, info, paths }: Answered,
  context: GraphqlContext,
): MetadataChangeProposal {
  const formUrn = text(form['urn']) ?? '';
  const id = text(prompt['id']) ?? '';
  const lastModified = { ...stampNow(context) };
  const all = [...objects(form['incompletePrompts']), ...objects(form['completedPrompts'])];
  const before = object(all.find((association) => association['id'] === id)?.['fieldAssociations']);
  const answered = objects(before?.['completedFieldPrompts']).filter(
    ({ fieldPath }) => !paths.includes(text(fieldPath) ?? ''),
  );
  const fields = [...answered, ...paths.map((fieldPath) => ({ fieldPath, lastModified }))];
  const completed = objects(form['completedPrompts']).filter((association) => association['id'] !== id);
  const association: JsonObject = {
    urn: formUrn,
    incompletePrompts: objects(form['incompletePrompts']).filter((open) => open['id'] !== id),
    completedPrompts: [
      ...completed,
      {
        id,
        lastModified,
        ...(fields.length > 0 && { fieldAssociations: { completedFieldPrompts: fields } }),
      },
    ],
  };
  const open = new Set(objects(association['incompletePrompts']).map((question) => question['id']));
  const isComplete = !objects(info['prompts']).some(
    (question) => question['required'] === true && open.has(question['id']),
  );
  const [to, from] = isComplete
    ? (['completedForms', 'incompleteForms'] as const)
    : (['incompleteForms', 'completedForms'] as const);
  return patchOf(urn, 'forms', [take([from, formUrn]), put([to, formUrn], association)]);
}

/**
 * The entity, its assigned form and the definition of the form. Throws NOT_FOUND if entity or form does not exist,
 * FORBIDDEN if the caller may not answer the form, and INVALID_REQUEST if the form is not assigned to the entity.
 */
async function assigned(urn: string, formUrn: string, context: GraphqlContext) {
  const entity = context.references.parse(urn);
  const { urn: formKey } = context.references.parseAs('form', formUrn);
  await requireAssets([{ entity, fieldPath: undefined }], context);
  const info = await readAspect(formKey, 'formInfo', context);
  if (info === undefined) throw new CatalogError('NOT_FOUND', `Form ${formKey} does not exist.`);
  await requireAssignee(entity, object(info['actors']) ?? {}, context);
  const forms = await readAspect(entity.urn, 'forms', context);
  const all = [...objects(forms?.['incompleteForms']), ...objects(forms?.['completedForms'])];
  const form = all.find((association) => association['urn'] === formKey);
  if (form === undefined) {
    throw invalidRequest(`Form ${formKey} is not assigned to entity ${entity.urn}. Assign it first.`);
  }
  return { entity, form, info };
}

/**
 * Throws FORBIDDEN unless the caller is an assignee of the form, by user, group or ownership of the entity, or has
 * EDIT_ENTITY_PROPERTIES on the entity.
 */
async function requireAssignee(
  entity: EntityReference,
  actors: JsonObject,
  context: GraphqlContext,
): Promise<void> {
  const caller = await callerAndGroups(context);
  const owners = objects((await readAspect(entity.urn, 'ownership', context))?.['owners']);
  const named = [
    ...texts(actors['users']),
    ...texts(actors['groups']),
    ...(actors['owners'] === false ? [] : owners.flatMap(({ owner }) => text(owner) ?? [])),
  ];
  if (named.some((one) => caller.has(one))) return;
  await context.catalog.requireEntityPrivilege('EDIT_ENTITY_PROPERTIES', entity.urn, UNAUTHORIZED);
}

function columnsOf(
  { urn }: EntityReference,
  { fieldPath, fieldPaths }: AnswerInput,
): readonly { readonly path: string; readonly urn: Urn }[] {
  const paths = new Set([...(fieldPaths ?? []), ...(fieldPath ? [fieldPath] : [])]);
  return [...paths].map((path) => ({ path, urn: formatUrn('schemaField', urn, path) }));
}
