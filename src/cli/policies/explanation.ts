import { asList, asObject, asText } from '../../util/json-input.ts';
import type { JsonObject } from '../../util/json.ts';
import type { CatalogClient } from '../catalog-client.ts';
import { printable } from '../output.ts';

/** Who is to do what to which entity, and to which properties of it. */
export interface Question {
  readonly actor: string;
  readonly privilege: string;
  readonly urn: string | undefined;
  readonly properties: readonly string[];
}

/** What the server says of a question. */
export interface Explained {
  readonly allowed: boolean;
  readonly policyUrn: string | undefined;
  readonly reason: string;
  /** What of the question does not exist. */
  readonly unknown: readonly string[];
  readonly nearest: readonly {
    readonly policyUrn: string;
    readonly name: string;
    readonly missing: readonly string[];
  }[];
}

const DOCUMENT = `query explain($input: ExplainPrivilegeInput!) {
  explainPrivilege(input: $input) { allowed policyUrn reason unknown nearest { policyUrn name missing } }
}`;

/** Asks the server whether, and why. */
export async function explain(question: Question, client: CatalogClient): Promise<Explained> {
  const { actor, privilege, properties, urn } = question;
  const input: JsonObject = {
    ...{ actorUrn: actor, privilege, resourceUrn: urn ?? null },
    ...(properties.length > 0 && { propertyUrns: properties }),
  };
  const data = await client.graphql(DOCUMENT, { input });
  const answer = asObject(data['explainPrivilege'], 'explainPrivilege');
  const { allowed, policyUrn } = answer;
  return {
    allowed: allowed === true,
    policyUrn: typeof policyUrn === 'string' ? policyUrn : undefined,
    reason: asText(answer['reason'], 'reason'),
    unknown: asList(answer['unknown'], 'unknown').map((urn) => asText(urn, 'unknown')),
    nearest: asList(answer['nearest'], 'nearest').map((item) => {
      const miss = asObject(item, 'nearest');
      return {
        policyUrn: asText(miss['policyUrn'], 'policyUrn'),
        name: asText(miss['name'], 'name'),
        missing: asList(miss['missing'], 'missing').map((text) => asText(text, 'missing')),
      };
    }),
  };
}

/** The answer for people: yes or no, why, and of a no what would make it a yes. */
export function explanationText({ allowed, nearest, reason, unknown }: Explained): string {
  const missing = unknown.map((urn) => `\nThere is no ${printable(urn)}: it is judged by its urn alone.`);
  const verdict = `${allowed ? 'Allowed' : 'Denied'}: ${printable(reason)}${missing.join('')}`;
  if (allowed) return verdict;
  if (nearest.length === 0) return `${verdict}\nNo policy that you may see comes near.`;
  return [
    verdict,
    'The policies that come nearest:',
    ...nearest.flatMap(({ missing, name, policyUrn }) => [
      `  ${printable(name)} (${printable(policyUrn)})`,
      ...missing.map((text) => `    - ${printable(text)}`),
    ]),
  ].join('\n');
}
