import { CatalogError, invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { object, objects, text, texts } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import { requireEntities } from '../assets.ts';
import { callerAndGroups } from '../groups/caller-groups.ts';
import { clauseOf, type Need } from '../needs.ts';
import { readAspect, readsFrom } from '../stored.ts';
import type { Reading } from '../work.ts';
import { FORMS, FORM_INFO } from './form.ts';

/** A form and an entity that it is assigned to. */
export interface FormOfEntity {
  readonly entity: EntityReference;
  readonly form: EntityReference;
}

const PRIVILEGE = 'EDIT_ENTITY_PROPERTIES';

/**
 * `member`: the entity in the input. The right to answer a form of an entity: assignees of the form, and callers who
 * may edit the entity's properties.
 */
export function answersForm<Member extends string>(member: Member): Need<FormInput<Member>> {
  return {
    anyOf: [PRIVILEGE],
    clauses: async ({ [member]: entity, formUrn: form }, reading) =>
      (await isAssignee({ entity, form }, reading)) ? [] : [clauseOf([PRIVILEGE], entity)],
  };
}

type FormInput<Member extends string> = Readonly<Record<Member | 'formUrn', EntityReference>>;

/** Whether the caller is an assignee of the form, by user, group or ownership of the entity. */
async function isAssignee({ entity, form }: FormOfEntity, reading: Reading): Promise<boolean> {
  const info = await readAspect(form.urn, FORM_INFO, reading);
  const actors = object(info?.['actors']) ?? {};
  const ownership = await readAspect(entity.urn, 'ownership', reading);
  const owners = objects(ownership?.['owners']).flatMap(({ owner }) => text(owner) ?? []);
  const caller = await callerAndGroups(reading, readsFrom(reading));
  return [
    ...texts(actors['users']),
    ...texts(actors['groups']),
    ...(actors['owners'] === false ? [] : owners),
  ].some((one) => caller.has(one));
}

/** The definition of a form, and its answers for an entity. */
interface AssignedForm {
  readonly info: JsonObject;
  /** The form's element in the entity's `forms` aspect. */
  readonly association: JsonObject;
}

/**
 * The assigned form. Throws NOT_FOUND if entity or form does not exist, INVALID_REQUEST if the form is not assigned to
 * the entity.
 */
export async function assignedForm({ entity, form }: FormOfEntity, reading: Reading): Promise<AssignedForm> {
  await requireEntities([entity], reading);
  const info = await readAspect(form.urn, FORM_INFO, reading);
  if (info === undefined) throw new CatalogError('NOT_FOUND', `Form ${form.urn} does not exist.`);
  const forms = await readAspect(entity.urn, FORMS, reading);
  const all = [...objects(forms?.['incompleteForms']), ...objects(forms?.['completedForms'])];
  const association = all.find(({ urn }) => urn === form.urn);
  if (association === undefined) {
    throw invalidRequest(
      `Form ${form.urn} is not assigned to entity ${entity.urn}. Assign it first.`,
      undefined,
      because('FORM_NOT_ASSIGNED'),
    );
  }
  return { info, association };
}
