import { namesOfProperty } from '../../model/properties/property-names.ts';
import { isUrn, type Urn } from '../../model/urn.ts';
import { isJsonObject } from '../../util/json.ts';
import type { JsonRecord } from './json-records.ts';

/** A definition in the file that uses a name. */
interface Claim {
  readonly urn: Urn;
  readonly line: number;
}

/** The names of the property definitions in a file. Catalogs adopted from DataHub may have several with one name. */
export class NameClaims {
  readonly #claims = new Map<string, Claim[]>();

  /** Records the names of a definition; ignores one that cannot be parsed, which the server refuses. */
  note({ line, text }: JsonRecord): void {
    const [urn, qualifiedName] = definitionOf(text) ?? [];
    if (urn === undefined || qualifiedName === undefined) return;
    for (const name of namesOfProperty(urn, qualifiedName)) {
      this.#claims.set(name, [...(this.#claims.get(name) ?? []), { urn, line }]);
    }
  }

  /** Remedy if the definition on a line shares a name with another in the file; undefined if it does not. */
  remedyFor(line: number): string | undefined {
    for (const [name, claims] of this.#claims) {
      const own = claims.find((claim) => claim.line === line);
      const rival = own && claims.find(({ urn }) => urn !== own.urn);
      if (own === undefined || rival === undefined) continue;
      return (
        `The file has two properties with the name '${name}': ${own.urn} (line ${own.line}) and ${rival.urn} (line ` +
        `${rival.line}). In the file, set qualifiedName of each to the name in its urn, which keeps all values. ` +
        `Then hard-delete the one that is already in this catalog (${rival.urn}), and run the same command again.`
      );
    }
    return undefined;
  }
}

function definitionOf(text: string): readonly [Urn, string] | undefined {
  const record = parsed(text);
  const aspect = isJsonObject(record) ? record['aspect'] : undefined;
  if (!isJsonObject(record) || !isJsonObject(aspect)) return undefined;
  const value = typeof aspect['value'] === 'string' ? parsed(aspect['value']) : aspect['json'];
  const { entityUrn } = record;
  const qualifiedName = isJsonObject(value) ? value['qualifiedName'] : undefined;
  if (typeof entityUrn !== 'string' || !isUrn(entityUrn) || typeof qualifiedName !== 'string')
    return undefined;
  return [entityUrn, qualifiedName];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
