import type { JsonObject, JsonValue } from '../../util/json.ts';
import { isJsonObject } from '../../util/json.ts';
import { stableJson } from '../../util/json/stable-json.ts';
import type { ChangeCategory, ChangeEvent, AspectDiffer, VersionStep } from './timeline.ts';

/** One element of an aspect that can be added and removed: a tag, an owner, a property assignment. */
export interface Element {
  /** Unique within the aspect. */
  readonly key: string;
  readonly modifier: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Part that can change without a new key. */
  readonly content: JsonValue;
}

/** Descriptions of element changes. */
export interface ElementTexts {
  readonly category: ChangeCategory;
  readonly added: (element: Element, urn: string) => string;
  readonly removed: (element: Element, urn: string) => string;
  /** Absent: changes of `content` are not reported. */
  readonly changed?: (before: Element, after: Element, urn: string) => string;
  readonly step?: (operation: ChangeEvent['operation']) => VersionStep;
}

/** Creates a differ for an aspect that is a set of elements. */
export function elementDiffer(
  elementsOf: (value: JsonObject) => readonly Element[],
  texts: ElementTexts,
): AspectDiffer {
  const { added, category, changed, removed, step = plainStep } = texts;
  return (urn, before, after) => {
    const event = (
      operation: ChangeEvent['operation'],
      element: Element,
      description: string,
    ): ChangeEvent => ({
      ...{ entityUrn: urn, category, operation, description, step: step(operation) },
      modifier: element.modifier,
      parameters: element.parameters,
    });
    const old = byKey(before === undefined ? [] : elementsOf(before));
    const current = byKey(elementsOf(after));
    const gone = [...old.values()].filter(({ key }) => !current.has(key));
    return [
      ...gone.map((element) => event('REMOVE', element, removed(element, urn))),
      ...[...current.values()].flatMap((element) => {
        const was = old.get(element.key);
        if (was === undefined) return [event('ADD', element, added(element, urn))];
        const isSame = changed === undefined || stableJson(was.content) === stableJson(element.content);
        return isSame ? [] : [event('MODIFY', element, changed(was, element, urn))];
      }),
    ];
  };
}

function plainStep(operation: ChangeEvent['operation']): VersionStep {
  return operation === 'MODIFY' ? 'PATCH' : 'MINOR';
}

function byKey(elements: readonly Element[]): ReadonlyMap<string, Element> {
  return new Map(elements.map((element) => [element.key, element]));
}

/** Objects in a list member; empty if the member is not a list. */
export function objectsIn(value: JsonObject, member: string): readonly JsonObject[] {
  const list: JsonValue | undefined = value[member];
  return Array.isArray(list) ? list.filter((item: JsonValue) => isJsonObject(item)) : [];
}

/** String member; empty if the member is not a string. */
export function textIn(value: JsonObject, member: string): string {
  const text = value[member];
  return typeof text === 'string' ? text : '';
}
