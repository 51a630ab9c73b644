import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { given } from '../../util/given.ts';
import type { JsonObject } from '../../util/json.ts';
import { CHOSEN_ID } from '../chosen-id.ts';
import type { InputTypes } from '../input-types.ts';
import { platform } from '../needs.ts';
import type { Work } from '../work.ts';
import { readAs, objectOf } from '../shapes.ts';
import { because } from '../../refusals.ts';

/** Aspect with the questions and assignees of a form. */
export const FORM_INFO = 'formInfo';
/** Aspect with the forms that are assigned to an entity, and their answers. */
export const FORMS = 'forms';

/** The right to manage forms and to assign them. */
export const MANAGES_FORMS = platform('MANAGE_DOCUMENTATION_FORMS');

export const FORM_TYPES = ['COMPLETION', 'VERIFICATION'] as const;
/** Types of questions: on the entity or on its columns. */
export const PROMPT_TYPES = ['STRUCTURED_PROPERTY', 'FIELDS_STRUCTURED_PROPERTY'] as const;

/** Shape of a question; INVALID_REQUEST when it names no property. */
export function promptInput(types: InputTypes) {
  return v.pipe(
    objectOf({
      /** Default: random. */
      id: v.nullish(CHOSEN_ID),
      title: v.string(),
      description: v.nullish(v.string()),
      type: v.picklist(PROMPT_TYPES),
      required: v.nullish(v.boolean()),
      structuredPropertyParams: v.nullish(objectOf({ urn: types.entityOf('structuredProperty') })),
    }),
    readAs(({ structuredPropertyParams: params, ...prompt }) => {
      if (params) return { ...prompt, property: params.urn.urn };
      throw invalidRequest(
        `Provided prompt with type ${prompt.type} and no structured property params: '${prompt.title}'. Name the property.`,
        undefined,
        because('INPUT_MISSING', { name: 'structuredPropertyParams' }),
      );
    }),
  );
}

/** A question in the aspect's form. */
export function storedPrompt(
  { id, title, description, type, required, property }: v.InferOutput<ReturnType<typeof promptInput>>,
  { settings }: Work,
): JsonObject & { readonly id: string } {
  return {
    id: id ?? settings.newId(),
    title,
    ...given({ description }),
    type,
    required: required ?? false,
    structuredPropertyParams: { urn: property },
  };
}
