import { asList, asObject, asText } from '../../util/json/json-input.ts';
import type { JsonObject } from '../../util/json.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import { printable } from '../output.ts';

/** A question to the authorizer: actor, privilege, and optionally an entity and properties of it. */
export interface Question {
  readonly actor: string;
  readonly privilege: string;
  readonly urn: string | undefined;
  readonly properties: readonly string[];
}

/** The server's decision on a question. */
export interface Explained {
  readonly allowed: boolean;
  readonly policyUrn: string | undefined;
  readonly reason: string;
  /** Urns of the question that do not exist. */
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

/** Requests the decision and its reason from the server. */
export async function explain(question: Question, client: CatalogClient): Promise<Explained> {
  const { actor, privilege, properties, urn } = question;
  const input: JsonObject = {
    actorUrn: actor,
    privilege,
    resourceUrn: urn ?? null,
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

/** Formats a decision: allowed or denied, the reason, and for a denial what the closest policies lack. */
export function explanationText({ allowed, nearest, reason, unknown }: Explained): string {
  const missing = unknown.map(
    (urn) => `\n${printable(urn)} does not exist, so the decision is based on its urn alone.`,
  );
  const verdict = `${allowed ? 'Allowed' : 'Denied'}: ${printable(reason)}${missing.join('')}`;
  if (allowed) return verdict;
  if (nearest.length === 0) return `${verdict}\nNo policy that you can see comes close.`;
  return [
    verdict,
    'Closest policies and their missing conditions:',
    ...nearest.flatMap(({ missing, name, policyUrn }) => [
      `  ${printable(name)} (${printable(policyUrn)})`,
      ...missing.map((text) => `    - ${printable(text)}`),
    ]),
  ].join('\n');
}
