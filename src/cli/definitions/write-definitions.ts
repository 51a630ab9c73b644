import { CatalogError } from '../../errors.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { urnKey, type Urn } from '../../model/urn.ts';
import { isJsonObject, type JsonObject } from '../../util/json.ts';
import { stableJson } from '../../util/json/stable-json.ts';
import { asList, asObject, asText } from '../../util/json/json-input.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import { DefinitionProblems } from './definition-problems.ts';
import type { DefinitionProposal } from './definition-proposal.ts';
import { namesDiffer } from './definition-urn.ts';

/** Outcome of writing a definition. */
export interface WrittenDefinition {
  readonly urn: Urn;
  readonly change: 'created' | 'updated' | 'unchanged';
}

const PATH = `/openapi/v3/entity/${STRUCTURED_PROPERTY.entityType}`;

/** Writes all definitions or none. Errors of the server name the affected definitions in the file `name`. */
export async function writeDefinitions(
  proposals: readonly DefinitionProposal[],
  name: string,
  client: CatalogClient,
): Promise<readonly WrittenDefinition[]> {
  const existing = await existingDefinitions(proposals, client);
  refuseDifferentNames(proposals, name, existing);
  const body = proposals.map(({ urn, definition, settings }) => ({
    urn,
    [STRUCTURED_PROPERTY.definitionAspect]: { value: definition },
    ...(settings !== undefined && { [STRUCTURED_PROPERTY.settingsAspect]: { value: settings } }),
  }));
  await locating(proposals, name, () =>
    client.request('POST', `${PATH}?async=false&createIfNotExists=false`, body),
  );
  const written = await existingDefinitions(proposals, client);
  return proposals.map(({ urn }) => {
    const before = existing.get(urn);
    if (before === undefined) return { urn, change: 'created' };
    const isSame = stableJson(before) === stableJson(written.get(urn) ?? null);
    return { urn, change: isSame ? 'unchanged' : 'updated' };
  });
}

/** Aspects of a stored definition. */
interface StoredDefinition extends JsonObject {
  readonly definition: JsonObject;
}

async function existingDefinitions(
  proposals: readonly DefinitionProposal[],
  client: CatalogClient,
): Promise<ReadonlyMap<string, StoredDefinition>> {
  const { definitionAspect, settingsAspect } = STRUCTURED_PROPERTY;
  const body = proposals.map(({ urn }) => ({ urn, [definitionAspect]: {}, [settingsAspect]: {} }));
  const found = asList(await client.request('POST', `${PATH}/batchGet`, body), 'The answer');
  return new Map(
    found.flatMap((item) => {
      const entity = asObject(item, 'entity');
      const [definition, settings] = [entity[definitionAspect], entity[settingsAspect]];
      if (!isJsonObject(definition)) return [];
      const stored = { definition: asObject(definition['value'], 'value'), settings };
      return [[asText(entity['urn'], 'urn'), stored]];
    }),
  );
}

/** Only a stored definition may have another `qualified_name` than the name in its urn, as old catalogs have. */
function refuseDifferentNames(
  proposals: readonly DefinitionProposal[],
  name: string,
  existing: ReadonlyMap<string, StoredDefinition>,
): void {
  const problems = new DefinitionProblems(name);
  for (const { urn, index, line, definition } of proposals) {
    const qualifiedName = asText(definition['qualifiedName'], 'qualifiedName');
    if (qualifiedName === urnKey(urn) || existing.get(urn)?.definition['qualifiedName'] === qualifiedName)
      continue;
    problems.add(index, urn, line, namesDiffer(urnKey(urn), qualifiedName));
  }
  problems.throwIfAny();
}

/** Runs a request. Adds to its INVALID_REQUEST and VALIDATION errors the place of the definition in the file `name`. */
export async function locating<Result>(
  proposals: readonly DefinitionProposal[],
  name: string,
  send: () => Promise<Result>,
): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    throw error instanceof CatalogError ? located(error, proposals, name) : error;
  }
}

function located(error: CatalogError, proposals: readonly DefinitionProposal[], name: string): CatalogError {
  if (error.code !== 'INVALID_REQUEST' && error.code !== 'VALIDATION') return error;
  const named = proposals.filter(({ urn }) => proposals.length === 1 || mentions(error.message, urn));
  const places = named.map(({ index, line, urn }) => `line ${line}, definition ${index} (${urn})`);
  const where = places.length === 0 ? name : `${name}, ${places.join(' and ')}`;
  return new CatalogError(error.code, `Nothing was written. ${where}: ${error.message}`, { cause: error });
}

/** Whether a text contains the urn itself, not only a longer urn that starts with it. */
function mentions(text: string, urn: string): boolean {
  for (let at = text.indexOf(urn); at >= 0; at = text.indexOf(urn, at + 1)) {
    if (!/^(?:[\w-]|\.\w)/.test(text.slice(at + urn.length))) return true;
  }
  return false;
}
