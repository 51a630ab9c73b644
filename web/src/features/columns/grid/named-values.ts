import { PageError, messageOf } from '../../../api/api-error.ts';
import { ENTITY_LABEL, nameOf } from '../../../api/names/entity-label.ts';
import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { cellText, parts, type Values } from './cell-text.ts';
import type { CellDefinition } from './cell-definition.ts';
import type { CellText } from '../edits/plan-edits.ts';

const BY_NAME = graphql(
  `
    query columnValuesByName($input: SearchAcrossEntitiesInput!) {
      searchAcrossEntities(input: $input) {
        searchResults {
          entity {
            urn
            ...EntityLabel
          }
        }
      }
    }
  `,
  [ENTITY_LABEL],
);

/** Names per request. */
const AT_ONCE = 100;
/** Maximum entities per response: enough to detect ambiguous names. */
const MAX_FOUND = 1_000;

/** Urns of entities by display name. */
export type UrnsByName = ReadonlyMap<string, ReadonlySet<string>>;

/** A text in which urns replace names, or why a name cannot be resolved. */
export type Resolved = { readonly text: string } | { readonly problem: string };

/** Whether the values of a cell are entities, shown by name. */
export function hasNames({ valueType, allowedValues }: CellDefinition): boolean {
  return valueType === 'urn' && allowedValues === undefined;
}

/** Maps display names to urns. */
export function byName(urns: Iterable<string>, nameOfUrn: (urn: string) => string): UrnsByName {
  const found = new Map<string, Set<string>>();
  for (const urn of urns) {
    const name = nameOfUrn(urn);
    found.set(name, (found.get(name) ?? new Set()).add(urn));
  }
  return found;
}

/** Text of a cell with names of entities; an ambiguous name is replaced with the urn. */
export function namedText(
  definition: CellDefinition,
  values: Values,
  nameOfUrn: (urn: string) => string,
  known: UrnsByName,
): string {
  if (!hasNames(definition)) return cellText(definition, values);
  const labels = values.map(String).map((urn) => {
    const name = nameOfUrn(urn);
    return (known.get(name)?.size ?? 1) > 1 || isUrn(name) ? urn : name;
  });
  return cellText(definition, labels);
}

/** The entity names in the text of a cell; empty if its values are not entities. */
export function namesIn(definition: CellDefinition, text: string): readonly string[] {
  return hasNames(definition) ? parts(definition, text).filter((part) => part !== '' && !isUrn(part)) : [];
}

/** Replaces names in the text of a cell with urns. */
export function resolved(definition: CellDefinition, text: string, known: UrnsByName): Resolved {
  if (namesIn(definition, text).length === 0) return { text };
  const values: string[] = [];
  for (const part of parts(definition, text)) {
    const [urn, ...others] = part === '' || isUrn(part) ? [part] : (known.get(part) ?? []);
    if (urn === undefined) return { problem: `${typesOf(definition)} is named ‘${part}’.` };
    if (others.length > 0) {
      const urns = [urn, ...others].slice(0, 3).join(' and ');
      return { problem: `Several entities are named ‘${part}’: ${urns}. Enter the urn of one of them.` };
    }
    if (urn !== '') values.push(urn);
  }
  return { text: cellText(definition, values) };
}

/** Replaces names in texts with urns, or adds the reason why a name cannot be resolved. Throws {@link ApiError}. */
export async function withUrns(texts: readonly CellText[]): Promise<readonly CellText[]> {
  const names = new Map<CellDefinition, Set<string>>();
  for (const { target, text } of texts) {
    if (typeof target === 'string') continue;
    const named = namesIn(target, text);
    if (named.length > 0) names.set(target, new Set([...(names.get(target) ?? []), ...named]));
  }
  if (names.size === 0) return texts;
  const found = new Map<CellDefinition, UrnsByName | Error>();
  for (const [definition, wanted] of names) {
    found.set(
      definition,
      await findByName(definition, wanted).catch((error: unknown) => new PageError(messageOf(error))),
    );
  }
  return texts.map((one) => {
    const known = typeof one.target === 'string' ? undefined : found.get(one.target);
    if (typeof one.target === 'string' || known === undefined) return one;
    const meant = known instanceof Error ? { problem: known.message } : resolved(one.target, one.text, known);
    return { ...one, ...meant };
  });
}

/** Finds entities with these names among the types that the cell allows. */
export async function findByName(
  { allowedTypes }: CellDefinition,
  names: Iterable<string>,
): Promise<UrnsByName> {
  const wanted = [...new Set(names)];
  const found = new Map<string, Set<string>>();
  for (let start = 0; start < wanted.length; start += AT_ONCE) {
    const values = wanted.slice(start, start + AT_ONCE);
    const input = {
      types: allowedTypes.map(({ graphqlName }) => graphqlName),
      query: '*',
      count: MAX_FOUND,
      orFilters: [{ and: [{ field: '_entityName', values }] }],
      searchFlags: { skipAggregates: true, skipHighlighting: true },
    };
    const { searchAcrossEntities: answer } = await query(BY_NAME, { input });
    for (const { entity } of answer?.searchResults ?? []) {
      const name = nameOf(entity);
      found.set(name, (found.get(name) ?? new Set()).add(entity.urn));
    }
  }
  return found;
}

function isUrn(text: string): boolean {
  return text.startsWith('urn:li:');
}

function typesOf({ allowedTypes }: CellDefinition): string {
  const names = allowedTypes.map(({ name }) => name);
  return names.length === 0
    ? 'Nothing'
    : `No ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)}`;
}
