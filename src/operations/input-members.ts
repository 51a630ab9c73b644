import * as v from 'valibot';

/** A member of an input, or of a part of it. */
export interface InputMember {
  /** Such as `settings.isHidden`; elements of a list have the path of the list. */
  readonly path: string;
  /** The sentence of `described`; undefined: it has none. */
  readonly description: string | undefined;
}

/** All members of a shape with their descriptions, outer ones first. */
export function inputMembers(shape: v.GenericSchema, at = ''): readonly InputMember[] {
  return Object.entries(partsOf(shape)).flatMap(([name, part]) => {
    const path = at === '' ? name : `${at}.${name}`;
    return [{ path, description: descriptionOf(part) }, ...inputMembers(part, path)];
  });
}

type Parts = Readonly<Record<string, v.GenericSchema>>;

/** The members of an object, of the elements of a list, or of the alternatives of a union. */
function partsOf(shape: v.GenericSchema): Parts {
  if ('entries' in shape) return shape.entries as Parts;
  if ('item' in shape) return partsOf(shape.item as v.GenericSchema);
  if ('wrapped' in shape) return partsOf(shape.wrapped as v.GenericSchema);
  if (!('options' in shape)) return {};
  const options = shape.options as readonly unknown[];
  return Object.assign({}, ...options.filter(isShape).map(partsOf)) as Parts;
}

/** A choice of words has options as well. */
function isShape(option: unknown): option is v.GenericSchema {
  return typeof option === 'object' && option !== null;
}

function descriptionOf(shape: v.GenericSchema): string | undefined {
  const own = v.getDescription(shape);
  return own === undefined && 'wrapped' in shape ? descriptionOf(shape.wrapped as v.GenericSchema) : own;
}
