import {
  elementDiffer,
  objectsIn,
  textElement,
  textIn,
  type Element,
  type ElementDiffer,
} from './timeline-elements.ts';

/** Differ for the links of an entity. */
export const links = elementDiffer(
  (value) =>
    objectsIn(value, 'elements').map((link) => {
      const url = textIn(link, 'url');
      return { key: url, modifier: url, parameters: { url }, content: textIn(link, 'description') };
    }),
  {
    category: 'DOCUMENTATION',
    added: ({ key, content }, about) =>
      `Institutional Memory '${key}' with documentation of '${about}' has been added: '${content}'`,
    removed: ({ key, content }, about) =>
      `Institutional Memory '${key}' with documentation of '${about}' has been removed: '${content}'`,
    changed: (before, after, about) =>
      `Documentation of Institutional Memory '${after.key}' of '${about}' has been changed from ` +
      `'${before.content}' to '${after.content}'.`,
    changedStep: 'PATCH',
  },
);

/** Differ for the description of an entity in a member of an aspect; `noun`: its name in descriptions. */
export function described(member: string, noun = 'Documentation'): ElementDiffer {
  return elementDiffer(textElement(member), {
    category: 'DOCUMENTATION',
    added: ({ content }, about) => `${noun} for '${about}' has been added: '${content}'.`,
    removed: ({ content }, about) => `${noun} for '${about}' has been removed: '${content}'.`,
    changed: (before, after, about) =>
      `${noun} of '${about}' has been changed from '${before.content}' to '${after.content}'.`,
    formerParameter: 'previousDescription',
  });
}

/** Differ for the name of an entity. */
const names = elementDiffer(
  (value): Element[] => {
    const name = textIn(value, 'name');
    return name === '' ? [] : [{ key: 'name', modifier: undefined, parameters: { name }, content: name }];
  },
  {
    category: 'DOCUMENTATION',
    added: ({ content }, about) => `Name for '${about}' has been set: '${content}'.`,
    removed: ({ content }, about) => `Name for '${about}' has been removed: '${content}'.`,
    changed: (before, after, about) =>
      `Name of '${about}' has been changed from '${before.content}' to '${after.content}'.`,
  },
);

/** Differ for the name and the description of an entity. */
export function namedAndDescribed(member: string, noun?: string): ElementDiffer {
  const description = described(member, noun);
  return (...change) => [...names(...change), ...description(...change)];
}
