import { namesOfProperty } from '../../model/properties/property-names.ts';
import { isUrn, type Urn } from '../../model/urn.ts';
import { isJsonObject } from '../../util/json.ts';
import type { JsonRecord } from './json-records.ts';

/** A definition in the file that answers to a name. */
interface Claim {
  readonly urn: Urn;
  readonly line: number;
}

/** The names of the property definitions in a file. Catalogs adopted from DataHub may have several with one name. */
export class NameClaims {
  readonly #claims = new Map<string, Claim[]>();

  /** Notes the names of a definition; one that cannot be read is for the server to refuse. */
  note({ line, text }: JsonRecord): void {
    const [urn, qualifiedName] = definitionOf(text) ?? [];
    if (urn === undefined || qualifiedName === undefined) return;
    for (const name of namesOfProperty(urn, qualifiedName)) {
      this.#claims.set(name, [...(this.#claims.get(name) ?? []), { urn, line }]);
    }
  }

  /** What to do about the definition in a line that has a name of another in the file; undefined if it has none. */
  remedyFor(line: number): string | undefined {
    for (const [name, claims] of this.#claims) {
      const own = claims.find((claim) => claim.line === line);
      const rival = own && claims.find(({ urn }) => urn !== own.urn);
      if (own === undefined || rival === undefined) continue;
      return (
        `The file has two properties with the name '${name}': ${own.urn} (line ${own.line}) and ${rival.urn} (line ` +
        `${rival.line}). Give each the name in its urn as qualifiedName in the file, which keeps all values; ` +
        `hard-delete the one that this catalog has already (${rival.urn}), and run the same command again.`
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
