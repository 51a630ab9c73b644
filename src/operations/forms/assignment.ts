import { CatalogError } from '../../errors.ts';
import type { Aspect } from '../../model/aspect.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import type { Urn } from '../../model/urn.ts';
import { objects, text } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import { stampNow } from '../stamp-now.ts';
import { readAspect } from '../stored.ts';
import type { Work } from '../work.ts';
import { writeIfUnchanged } from '../write-if-unchanged.ts';
import { FORMS, FORM_INFO } from './form.ts';

/** Maximum number of entities per commit. */
export const ASSIGNED_AT_ONCE = 1_000;

/** A form with the ids of its questions. */
export interface AssignableForm {
  readonly urn: Urn;
  readonly prompts: readonly string[];
}

/** Reads a form. Throws NOT_FOUND when it does not exist. */
export async function assignableForm({ urn }: EntityReference, work: Work): Promise<AssignableForm> {
  const info = await readAspect(urn, FORM_INFO, work);
  if (info === undefined) throw new CatalogError('NOT_FOUND', missing(urn));
  return { urn, prompts: objects(info['prompts']).flatMap(({ id }) => text(id) ?? []) };
}

/** Message when an entity to assign, or to assign to, does not exist. */
export function missing(urn: Urn): string {
  return `${urn} does not exist. Check the urn. Nothing was changed.`;
}

/** Assigns a form to entities, 1,000 per commit. Entities that already have it stay unchanged. */
export async function assign(form: AssignableForm, urns: readonly Urn[], work: Work): Promise<void> {
  for (let start = 0; start < urns.length; start += ASSIGNED_AT_ONCE) {
    const page = urns.slice(start, start + ASSIGNED_AT_ONCE);
    await writeIfUnchanged(page, FORMS, (before) => withForm(form, before, work), work);
  }
}

/** The `forms` aspect with the form added; undefined if the form is already assigned, answered or not. */
function withForm(
  { urn, prompts }: AssignableForm,
  before: Aspect | undefined,
  work: Work,
): JsonObject | undefined {
  const forms = before?.value ?? { incompleteForms: [], completedForms: [], verifications: [] };
  const incomplete = objects(forms['incompleteForms']);
  if ([...incomplete, ...objects(forms['completedForms'])].some((form) => form['urn'] === urn))
    return undefined;
  const lastModified = { ...stampNow(work) };
  const association = {
    urn,
    incompletePrompts: prompts.map((id) => ({ id, lastModified })),
    completedPrompts: [],
  };
  return { ...forms, incompleteForms: [...incomplete, association] };
}
