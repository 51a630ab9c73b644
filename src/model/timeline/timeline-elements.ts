import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { pairByKey } from './pair-by-key.ts';
import type { ChangeCategory, ChangeEvent, EventParameters, VersionStep } from './timeline.ts';

/** One element of an aspect that can be added and removed: a tag, an owner, a property assignment. */
export interface Element {
  /** Elements of one key are the same one. */
  readonly key: string;
  readonly modifier: string | undefined;
  readonly parameters: EventParameters;
  /** Part that can change without a new key; empty for none. */
  readonly content: string;
}

/** Descriptions of element changes; `about` is the entity or column that has the element. */
export interface ElementTexts {
  readonly category: ChangeCategory;
  readonly added: (element: Element, about: string) => string;
  readonly removed: (element: Element, about: string) => string;
  /** Absent: changes of `content` are not reported. */
  readonly changed?: (before: Element, after: Element, about: string) => string;
  /** Step of a changed `content`; default: MINOR, as for added and removed elements. */
  readonly changedStep?: VersionStep;
  /** Parameter of a changed `content` with the previous one. */
  readonly formerParameter?: string;
}

/** Lists the changes of an element list of an entity or column. */
export type ElementDiffer = (
  about: string,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
) => readonly ChangeEvent[];

/** Creates a differ for an aspect, or a part of one, that is a list of elements. */
export function elementDiffer(
  elementsOf: (value: JsonObject) => readonly Element[],
  texts: ElementTexts,
): ElementDiffer {
  return (about, before, after) =>
    pairByKey(before ? elementsOf(before) : [], after ? elementsOf(after) : []).flatMap((pair) => {
      const { before: was, after: is } = pair;
      if (was === undefined) {
        return is === undefined ? [] : [eventOf('ADD', is, texts.added(is, about), about, texts.category)];
      }
      if (is === undefined) {
        return [eventOf('REMOVE', was, texts.removed(was, about), about, texts.category)];
      }
      return changeOf(was, is, about, texts);
    });
}

function changeOf(before: Element, after: Element, about: string, texts: ElementTexts): ChangeEvent[] {
  const { changed, changedStep = 'MINOR', formerParameter, category } = texts;
  if (changed === undefined || before.content === after.content) return [];
  const event = eventOf('MODIFY', after, changed(before, after, about), about, category);
  const former = formerParameter === undefined ? {} : { [formerParameter]: before.content };
  return [{ ...event, step: changedStep, parameters: { ...event.parameters, ...former } }];
}

function eventOf(
  operation: ChangeEvent['operation'],
  { modifier, parameters }: Element,
  description: string,
  entityUrn: string,
  category: ChangeCategory,
): ChangeEvent {
  return { entityUrn, category, operation, modifier, parameters, step: 'MINOR', description };
}

/** The description in a text member, as the only element; none if it is empty. */
export function textElement(member: string, modifier?: string): (value: JsonObject) => readonly Element[] {
  return (value) => {
    const content = textIn(value, member);
    if (content === '') return [];
    return [{ key: member, modifier, parameters: { description: content }, content }];
  };
}

/** Objects in a list member; empty if the member is not a list. */
export function objectsIn(value: JsonObject, member: string): readonly JsonObject[] {
  const list: JsonValue | undefined = value[member];
  return Array.isArray(list) ? list.filter((item: JsonValue) => isJsonObject(item)) : [];
}

/** Object member; undefined if the member is not an object. */
export function objectIn(value: JsonObject | undefined, member: string): JsonObject | undefined {
  const part = value?.[member];
  return isJsonObject(part) ? part : undefined;
}

/** String member; empty if the member is not a string. */
export function textIn(value: JsonObject, member: string): string {
  const text = value[member];
  return typeof text === 'string' ? text : '';
}
