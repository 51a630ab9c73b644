import { suggestion } from '../../util/closest-name.ts';
import { urnKey, type Urn } from '../urn.ts';

/** What is wrong with the urn of a property that is not defined. `known`: names that the reader may know of. */
export function undefinedProperty(urn: Urn, known: Iterable<string> = []): string {
  const name = urnKey(urn);
  return `The structured property '${name}' is not defined.${suggestion(name, known)} Define it first, or correct the name.`;
}
