import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { isUrn, type Urn } from '../urn.ts';

/** Aspects with form prompts: `formInfo` of a form lists its prompts, `forms` of an entity the state of each prompt. */
export const PROMPTS = { infoAspect: 'formInfo', answersAspect: 'forms' } as const;

/** Whether a property is hidden on all entities. */
export type IsHidden = (propertyUrn: Urn) => boolean;

/** Looks up the value of `formInfo` of a form. */
export type FormInfo = (form: Urn) => JsonObject | undefined;

/** Members of `forms` with form associations, and members of an association with prompts. */
const ASSOCIATIONS = ['incompleteForms', 'completedForms'] as const;
const ANSWERS = ['incompletePrompts', 'completedPrompts'] as const;

/** Value of `formInfo` without prompts for hidden properties; the same object if there are none. */
export function withoutHiddenPrompts(info: JsonObject, isHidden: IsHidden): JsonObject {
  const hidden = new Set(hiddenPrompts(info, isHidden));
  if (hidden.size === 0) return info;
  return { ...info, prompts: objectsIn(info, 'prompts').filter((prompt) => !hidden.has(prompt)) };
}

/** Adds the hidden prompts of the stored `formInfo` to a new value; each stays after its stored predecessor. */
export function withHiddenPrompts(stated: JsonObject, stored: JsonObject, isHidden: IsHidden): JsonObject {
  const hidden = new Set(hiddenPrompts(stored, isHidden));
  if (hidden.size === 0) return stated;
  const shown = objectsIn(stated, 'prompts');
  const places = new Map(shown.map(({ id }, i) => [id, i]));
  /** The hidden prompts after each shown one, and before the first. */
  const following: JsonObject[][] = [[], ...shown.map(() => [])];
  let place = 0;
  for (const prompt of objectsIn(stored, 'prompts')) {
    const at = places.get(prompt['id']);
    if (at !== undefined) place = at + 1;
    else if (hidden.has(prompt)) following[place]?.push(prompt);
  }
  return { ...stated, prompts: following.flatMap((some, i) => [...shown.slice(i - 1, i), ...some]) };
}

/** Value of `forms` without answers to prompts for hidden properties; the same object if there are none. */
export function withoutHiddenAnswers(forms: JsonObject, infoOf: FormInfo, isHidden: IsHidden): JsonObject {
  return changeAssociations(forms, (association) => {
    const hidden = hiddenIds(association, infoOf, isHidden);
    const isShown = ({ id }: JsonObject): boolean => !hidden.has(id);
    return changeLists(association, ANSWERS, (answers) => answers.filter(isShown));
  });
}

/**
 * Adds the stored answers to hidden prompts to a new value of `forms`. In a newly associated form, hidden prompts are
 * incomplete; `open` creates a prompt association from a prompt id.
 */
export function withHiddenAnswers(
  stated: JsonObject,
  stored: JsonObject | undefined,
  { infoOf, isHidden, open }: { infoOf: FormInfo; isHidden: IsHidden; open: (id: string) => JsonObject },
): JsonObject {
  const before = Map.groupBy(
    ASSOCIATIONS.flatMap((list) => objectsIn(stored ?? {}, list)),
    ({ urn }) => urn,
  );
  return changeAssociations(stated, (association) => {
    const hidden = hiddenIds(association, infoOf, isHidden);
    if (hidden.size === 0) return association;
    const known = before.get(association['urn'])?.[0];
    const missing = known ?? {
      incompletePrompts: [...hidden].flatMap((id) => (typeof id === 'string' ? [open(id)] : [])),
    };
    return changeLists(association, ANSWERS, (answers, list) => [
      ...answers.filter(({ id }) => !hidden.has(id)),
      ...objectsIn(missing, list).filter(({ id }) => hidden.has(id)),
    ]);
  });
}

function hiddenPrompts(info: JsonObject, isHidden: IsHidden): readonly JsonObject[] {
  return objectsIn(info, 'prompts').filter(({ structuredPropertyParams }) => {
    const urn = isJsonObject(structuredPropertyParams) ? structuredPropertyParams['urn'] : undefined;
    return typeof urn === 'string' && isUrn(urn) && isHidden(urn);
  });
}

function hiddenIds(
  { urn }: JsonObject,
  infoOf: FormInfo,
  isHidden: IsHidden,
): ReadonlySet<JsonValue | undefined> {
  const info = typeof urn === 'string' && isUrn(urn) ? infoOf(urn) : undefined;
  return new Set((info === undefined ? [] : hiddenPrompts(info, isHidden)).map(({ id }) => id));
}

function changeAssociations(forms: JsonObject, change: (association: JsonObject) => JsonObject): JsonObject {
  return changeLists(forms, ASSOCIATIONS, (associations) => associations.map(change));
}

/** Copy of an object with changed lists; the same object if no list has changed. */
function changeLists<Name extends string>(
  of: JsonObject,
  names: readonly Name[],
  change: (elements: readonly JsonObject[], name: Name) => readonly JsonObject[],
): JsonObject {
  const changed = names.flatMap((name) => {
    const before = objectsIn(of, name);
    const after = change(before, name);
    const isSame = after.length === before.length && after.every((element, i) => element === before[i]);
    return isSame ? [] : [[name, after] as const];
  });
  return changed.length === 0 ? of : { ...of, ...Object.fromEntries(changed) };
}

function objectsIn(value: JsonObject, member: string): readonly JsonObject[] {
  const elements = value[member];
  return Array.isArray(elements) ? elements.filter(isJsonObject) : [];
}
