import { invalidRequest } from '../../../errors.ts';
import type { InputOf, OutputOf } from '../../../operations/operation.ts';
import type { listAccessTokens } from '../../../operations/tokens/list-access-tokens.ts';
import type { FacetFilterInput } from '../schema/schema-types.generated.ts';
import { because } from '../../../refusals.ts';

type AccessToken = OutputOf<typeof listAccessTokens>[number];

/** Selects access tokens: the operation applies `filter`, the caller applies `isWanted` to the result. */
export interface TokenSelection {
  readonly filter: InputOf<typeof listAccessTokens>;
  readonly isWanted: (token: AccessToken) => boolean;
}

const COMPARISONS: Readonly<Record<string, (time: number, bound: number) => boolean>> = {
  LESS_THAN: (time, bound) => time < bound,
  LESS_THAN_OR_EQUAL_TO: (time, bound) => time <= bound,
  GREATER_THAN: (time, bound) => time > bound,
  GREATER_THAN_OR_EQUAL_TO: (time, bound) => time >= bound,
};

/**
 * Parses filters by owner, actor, name and expiry, combined with AND. A token that does not expire matches no filter by
 * expiry. Throws INVALID_REQUEST for other fields and conditions.
 */
export function selectTokens(filters: readonly FacetFilterInput[]): TokenSelection {
  const times = filters.filter(({ field }) => field === 'expiresAt').map(readExpiry);
  const listed = filters.filter(({ field }) => field !== 'expiresAt').map(readValues);
  const [owners, actors] = ['ownerUrn', 'actorUrn'].map((field) =>
    listed
      .filter((filter) => filter.field === field)
      .map(({ values }) => new Set(values))
      .reduce<ReadonlySet<string> | undefined>(
        (common, values) => common?.intersection(values) ?? values,
        undefined,
      ),
  );
  const names = listed.filter(({ field }) => field === 'name').map(({ values }) => new Set(values));
  return {
    filter: { ...(owners && { owners: [...owners] }), ...(actors && { actors: [...actors] }) },
    isWanted: ({ name, expiresAt }) =>
      names.every((values) => values.has(name)) &&
      times.every((holds) => expiresAt !== undefined && holds(expiresAt)),
  };
}

function readValues(filter: FacetFilterInput): {
  readonly field: string;
  readonly values: readonly string[];
} {
  const { condition, field, negated } = filter;
  if (!['ownerUrn', 'actorUrn', 'name'].includes(field)) {
    throw invalidRequest(
      `Access tokens cannot be filtered by '${field}'. Use ownerUrn, actorUrn, name or expiresAt.`,
      undefined,
      because('FILTER_INVALID', { field }),
    );
  }
  if (negated === true || !['EQUAL', 'IN', null, undefined].includes(condition)) {
    throw invalidRequest(
      `The filter '${field}' of access tokens must be EQUAL or IN, and not negated.`,
      undefined,
      because('FILTER_INVALID', { field }),
    );
  }
  return { field, values: valuesOf(filter) };
}

function readExpiry(filter: FacetFilterInput): (time: number) => boolean {
  const compare = COMPARISONS[filter.condition ?? 'EQUAL'];
  if (compare === undefined || filter.negated === true) {
    const known = Object.keys(COMPARISONS).join(', ');
    throw invalidRequest(
      `The filter 'expiresAt' of access tokens must be one of ${known}, and not negated.`,
      undefined,
      because('FILTER_INVALID', { field: 'expiresAt' }),
    );
  }
  const [value = '', ...more] = valuesOf(filter);
  if (!/^\d{1,15}$/.test(value) || more.length > 0) {
    throw invalidRequest(
      `The filter 'expiresAt' of access tokens takes one value, a time in epoch ms.`,
      undefined,
      because('FILTER_INVALID', { field: 'expiresAt' }),
    );
  }
  return (time) => compare(time, Number(value));
}

function valuesOf({ value, values }: FacetFilterInput): readonly string[] {
  return values ?? (typeof value === 'string' ? [value] : []);
}
