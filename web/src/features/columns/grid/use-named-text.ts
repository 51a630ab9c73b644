import { useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import type { Choice } from '../../../components/fields/choice.tsx';
import { withLastPart } from './cell-text.ts';
import type { CellDefinition } from './cell-definition.ts';
import {
  byName,
  findByName,
  hasNames,
  namesIn,
  resolved,
  type Resolved,
  type UrnsByName,
} from './named-values.ts';

/** Support for a field whose text names entities: inserts choices by name, and resolves names to urns. */
export interface NamedText {
  /** Replaces the last value in the text with a choice. */
  readonly withChoice: (text: string, urn: string, choices: readonly Choice[] | undefined) => string;
  /** Replaces names with urns; synchronously if all names are known, otherwise after asking the server. */
  readonly resolve: (text: string) => Resolved | Promise<Resolved>;
}

/** Creates a {@link NamedText}. `known`: urns by name for the field's initial text. */
export function useNamedText(definition: CellDefinition, known: UrnsByName): NamedText {
  const [chosen, setChosen] = useState<UrnsByName>(new Map());
  const urnsOf: UrnsByName = new Map([...known, ...chosen]);
  return {
    withChoice: (text, urn, choices) => {
      const name = choices?.find(({ value }) => value === urn)?.label;
      const other = name === undefined ? undefined : urnsOf.get(name);
      const isFree = other === undefined || (other.size === 1 && other.has(urn));
      if (!hasNames(definition) || name === undefined || !isFree) return withLastPart(definition, text, urn);
      setChosen(new Map([...chosen, ...byName([urn], () => name)]));
      return withLastPart(definition, text, name);
    },
    resolve: (text) => {
      const unknown = namesIn(definition, text).filter((name) => !urnsOf.has(name));
      if (unknown.length === 0) return resolved(definition, text, urnsOf);
      return findByName(definition, unknown).then(
        (found) => resolved(definition, text, new Map([...found, ...urnsOf])),
        (error: unknown) => ({ problem: messageOf(error) }),
      );
    },
  };
}
