import { quotedPart } from '../filter/filter-tokens.ts';
import { UnknownNameError } from '../shaping/tool-error.ts';
import { findName, type NameCall } from './find-names.ts';
import { typesOf } from './kinds.ts';

/**
 * The urn of the one entity of these kinds with this name or urn. `argument`: where it is named. Throws NOT_FOUND with similar
 * names if there is none that the caller may see, or several.
 */
export async function urnNamed(
  name: string,
  kinds: readonly string[],
  argument: string,
  call: NameCall,
): Promise<string> {
  const types = kinds.flatMap((kind) => typesOf(kind, call.registry));
  const { entities, nearest } = await findName(name, types, call);
  const [first, ...others] = entities;
  if (first === undefined) {
    throw new UnknownNameError(
      `There is no ${kinds.join(' or ')} ${quotedPart(name)} that you may see. Use a name or urn that exists.`,
      argument,
      nearest,
    );
  }
  if (others.length === 0) return first.urn;
  throw new UnknownNameError(
    `${entities.length} entities have the name ${quotedPart(name)}. Use a urn.`,
    argument,
    entities.map(({ urn }) => urn),
  );
}
