import * as v from 'valibot';
import { CatalogError, invalidRequest } from '../../errors.ts';
import { patchOf, put, take } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { formatUrn, type Urn } from '../../model/urn.ts';
import { object, objects, text } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import { list } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { assignmentInput } from '../structured-properties/shapes.ts';
import { stampNow } from '../stamp-now.ts';
import type { Work } from '../work.ts';
import { answersForm, assignedForm } from './assigned-form.ts';
import { FORMS, PROMPT_TYPES } from './form.ts';
import { TEXT, described, objectOf, oneOf } from '../shapes.ts';
import { because } from '../../refusals.ts';

const BY_PROPERTY = { properties: ['propertyUrn'] };

/**
 * Answers a question of a form: writes the values to the entity or its columns and marks the question as answered, in
 * one commit.
 */
export const answerFormPrompt = defineOperation({
  name: 'answerFormPrompt',
  effect: 'write',
  summary: 'Answers a question of a form for an entity or its columns.',
  input: (types) =>
    objectOf({
      urn: types.entity(),
      formUrn: types.entityOf('form'),
      promptId: TEXT,
      type: oneOf(PROMPT_TYPES),
      fieldPath: v.nullish(TEXT),
      fieldPaths: v.nullish(
        described('Field paths of the answered columns, for a question on columns.', list(TEXT)),
        [],
      ),
      structuredPropertyParams: v.nullish(assignmentInput(types)),
    }),
  needs: answersForm('urn'),
  run: async (
    { urn: entity, formUrn: form, promptId, type, structuredPropertyParams: answer, ...columns },
    work,
  ) => {
    const { info, association } = await assignedForm({ entity, form }, work);
    const prompt = objects(info['prompts']).find(({ id }) => id === promptId);
    if (prompt === undefined) {
      throw new CatalogError(
        'NOT_FOUND',
        `Form ${form.urn} has no prompt with id ${promptId}.`,
        because('PROMPT_UNFIT'),
      );
    }
    if (!answer || prompt['type'] !== type) {
      throw invalidRequest(
        `Failed to submit form prompt ${promptId}: it takes structuredPropertyParams with type ${text(prompt['type']) ?? ''}.`,
        undefined,
        because('PROMPT_UNFIT'),
      );
    }
    const { structuredPropertyUrn: property, values } = answer;
    if (object(prompt['structuredPropertyParams'])?.['urn'] !== property.urn) {
      throw invalidRequest(
        `Prompt ${promptId} does not ask for property ${property.urn}.`,
        undefined,
        because('PROMPT_UNFIT'),
      );
    }
    const isAboutColumns = type === 'FIELDS_STRUCTURED_PROPERTY';
    const { fieldPath, fieldPaths } = columns;
    const paths = [...new Set(fieldPath ? [...fieldPaths, fieldPath] : fieldPaths)];
    if (isAboutColumns === (paths.length === 0)) {
      throw invalidRequest(
        `Prompt ${promptId} is about ${isAboutColumns ? 'columns: name them in fieldPaths' : 'the entity: omit fieldPaths'}.`,
        undefined,
        because('PROMPT_UNFIT'),
      );
    }
    const holders = isAboutColumns
      ? paths.map((path) => formatUrn('schemaField', entity.urn, path))
      : [entity.urn];
    const assignment = { propertyUrn: property.urn, values: values.map((value) => ({ ...value })) };
    const assigned = put(['properties', property.urn], assignment);
    await work.ingest([
      ...holders.map((holder) => ({
        ...patchOf(holder, STRUCTURED_PROPERTY.assignmentAspect, [assigned], BY_PROPERTY),
        stampAssignments: stampNow(work),
      })),
      noteAnswer(entity.urn, form.urn, { promptId, info, association, paths }, work),
    ]);
  },
});

interface Answered {
  readonly promptId: string;
  readonly info: JsonObject;
  readonly association: JsonObject;
  /** Field paths of the answered columns; empty if the answer is for the entity. */
  readonly paths: readonly string[];
}

/** Marks the question as answered, and the form as complete if no required question remains. */
function noteAnswer(
  entity: Urn,
  form: Urn,
  { promptId, info, association, paths }: Answered,
  work: Work,
): MetadataChangeProposal {
  const lastModified = { ...stampNow(work) };
  const incomplete = objects(association['incompletePrompts']);
  const completed = objects(association['completedPrompts']);
  const known = [...incomplete, ...completed].find(({ id }) => id === promptId);
  const before = objects(object(known?.['fieldAssociations'])?.['completedFieldPrompts']);
  const answered = new Set(paths);
  const fields = [
    ...before.filter(({ fieldPath }) => !answered.has(text(fieldPath) ?? '')),
    ...paths.map((fieldPath) => ({ fieldPath, lastModified })),
  ];
  const noted = {
    id: promptId,
    lastModified,
    ...(fields.length > 0 && { fieldAssociations: { completedFieldPrompts: fields } }),
  };
  const stillOpen = incomplete.filter(({ id }) => id !== promptId);
  const open = new Set(stillOpen.map(({ id }) => id));
  const isComplete = !objects(info['prompts']).some(({ required, id }) => required === true && open.has(id));
  const [to, from] = isComplete
    ? (['completedForms', 'incompleteForms'] as const)
    : (['incompleteForms', 'completedForms'] as const);
  return patchOf(entity, FORMS, [
    take([from, form]),
    put([to, form], {
      urn: form,
      incompletePrompts: stillOpen,
      completedPrompts: [...completed.filter(({ id }) => id !== promptId), noted],
    }),
  ]);
}
