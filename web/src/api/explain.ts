import { ApiError, PageError } from './api-error.ts';
import { isObject } from './is-object.ts';
import { REASON_FIELDS, reasonsIn, textsIn, type AccessReason } from './reason.ts';
import { request } from './request.ts';
import { queryTogether } from './together/query-batch.ts';

/** Whether an actor has a privilege on an entity or on the platform. */
export interface PrivilegeQuestion {
  readonly actorUrn: string;
  readonly privilege: string;
  /** Undefined for a privilege of the platform. */
  readonly resourceUrn?: string;
  /** Structured properties to assign to the entity. */
  readonly propertyUrns?: readonly string[];
}

/** The server's answer to a {@link PrivilegeQuestion}. */
export interface PrivilegeAnswer {
  readonly allowed: boolean;
  /** Why or why not. */
  readonly reason: AccessReason;
  /** Urn of the policy that grants it, if one is needed. */
  readonly policyUrn: string | undefined;
  /** Policies that nearly grant it, each with the missing condition; only for people who manage policies. */
  readonly nearest: readonly {
    readonly policyUrn: string;
    readonly name: string;
    readonly missing: readonly AccessReason[];
  }[];
  /** Urns of the question that do not exist, or that the person may not see. */
  readonly unknown: readonly string[];
}

const REASONS = `reasons { ${REASON_FIELDS} }`;

const UNEXPLAINED = 'The server did not explain one of the privileges. Try again.';

/** Maximum questions per request. */
const AT_ONCE = 40;

/** Asks the server about many privileges, and answers in the order of the questions. Throws {@link ApiError}. */
export async function explainPrivileges(
  questions: readonly PrivilegeQuestion[],
  signal?: AbortSignal,
): Promise<readonly PrivilegeAnswer[]> {
  const answers: PrivilegeAnswer[] = [];
  for (let start = 0; start < questions.length; start += AT_ONCE) {
    answers.push(...(await explainSome(questions.slice(start, start + AT_ONCE), signal)));
  }
  return answers;
}

/**
 * Builds the document and parses its response by hand, because the number of fields depends on the questions. Sent in one request with
 * the other queries of the same task.
 */
async function explainSome(
  questions: readonly PrivilegeQuestion[],
  signal: AbortSignal | undefined,
): Promise<readonly PrivilegeAnswer[]> {
  const names = questions.map((_, index) => `p${index}`);
  const declared = names.map((name) => `$${name}: ExplainPrivilegeInput!`).join(', ');
  const fields = names.map(
    (name) =>
      `${name}: explainPrivilege(input: $${name}) { allowed policyUrn unknown ${REASONS} nearest { policyUrn name ${REASONS} } }`,
  );
  const query = `query explainPrivileges(${declared}) { ${fields.join(' ')} }`;
  const variables = Object.fromEntries(names.map((name, index) => [name, questions[index]]));
  const data = await queryTogether({ texts: [query], variables }, 'light', signal, () =>
    explainAlone({ query, variables }, signal),
  );
  const answers = isObject(data) ? data : {};
  return names.map((name) => answerOf(answers[name]));
}

/** The data of a request of its own. Throws {@link ApiError}. */
async function explainAlone(body: object, signal: AbortSignal | undefined): Promise<unknown> {
  const answer = await request('/api/graphql', { body, signal });
  const { data, errors } = isObject(answer) ? answer : {};
  if (!isObject(data)) {
    const [error] = (Array.isArray(errors) ? errors : []).filter(isObject);
    throw new ApiError(
      typeof error?.['message'] === 'string'
        ? error['message']
        : 'The server sent no explanation. Try again.',
      500,
    );
  }
  return data;
}

function answerOf(value: unknown): PrivilegeAnswer {
  if (!isObject(value)) throw new PageError(UNEXPLAINED);
  const { allowed, reasons, policyUrn, nearest, unknown } = value;
  const [reason] = reasonsIn(reasons);
  if (reason === undefined) throw new PageError(UNEXPLAINED);
  return {
    allowed: allowed === true,
    reason,
    policyUrn: typeof policyUrn === 'string' ? policyUrn : undefined,
    nearest: (Array.isArray(nearest) ? nearest : []).filter(isObject).map((policy) => ({
      policyUrn: String(policy['policyUrn']),
      name: String(policy['name']),
      missing: reasonsIn(policy['reasons']),
    })),
    unknown: textsIn(unknown),
  };
}
