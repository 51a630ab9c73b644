import * as v from 'valibot';
import { invalidRequest } from '../errors.ts';
import { because } from '../refusals.ts';
import { shorten } from '../util/printable.ts';
import { readAs } from './shapes.ts';

/** Characters of an id shown in an error. */
const SHOWN_LENGTH = 100;

/**
 * Shape of the id that a caller chooses for a new entity: the part of its urn after the entity type. Errors are
 * INVALID_REQUEST.
 */
export const CHOSEN_ID = chosenText('id');

/** The shape of a name, without white space around it. `remedy`: what to do if it is empty. */
export function filledText(member: string, remedy: string): v.GenericSchema<string, string> {
  return v.pipe(
    v.string(),
    readAs((text) => {
      const name = text.trim();
      if (name === '')
        throw invalidRequest(`${member} must not be empty. ${remedy}`, undefined, because('NAME_MISSING'));
      return name;
    }),
  );
}

/** The shape of a member that becomes the key of a new urn: neither empty nor a whole urn. */
export function chosenText(member: string): v.GenericSchema<string, string> {
  return v.pipe(
    v.string(),
    readAs((id) => {
      if (id.trim() === '')
        throw invalidRequest(
          `'${member}' is empty. Omit it, or send a name.`,
          undefined,
          because('NAME_MISSING'),
        );
      if (!/^urn:li:/i.test(id)) return id;
      throw invalidRequest(
        `'${member}' is a urn: '${shorten(id, SHOWN_LENGTH)}'. Send only the part after its entity type.`,
        undefined,
        because('NAME_UNUSABLE', { name: id }),
      );
    }),
  );
}
