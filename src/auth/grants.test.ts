import { describe, expect, it } from 'vitest';
import { parseUrn, type Urn } from '../model/urn.ts';
import { type Denial, type GrantClause, type Grants, RefusedGrants, findGrants } from './grants.ts';
import type { Rights } from './rights.ts';

const A = parseUrn('urn:li:tag:a');
const B = parseUrn('urn:li:tag:b');
const C = parseUrn('urn:li:tag:c');

/** Checks of a caller who holds these platform privileges, and others as `privilege urn`. */
function checksOf(...held: readonly string[]) {
  const decided: string[] = [];
  const holdsOn = (privilege: string, urn: Urn): boolean => held.includes(`${privilege} ${urn}`);
  const rights: Rights = {
    actor: { urn: parseUrn('urn:li:corpuser:a'), tokenId: undefined },
    holds: (privilege) => held.includes(privilege),
    denialOf: (privileges) => `no policy grants ${privileges.join(' or ')}`,
    holdsOn: (privilege, urn) => Promise.resolve(holdsOn(privilege, urn)),
    firstDenied: (privilege, urns) => {
      decided.push(`${privilege} ${urns.length}`);
      const urn = urns.find((one) => !holdsOn(privilege, one));
      return Promise.resolve(urn === undefined ? undefined : { urn, reason: `not on ${urn}` });
    },
    heldOn: () => Promise.reject(new Error('not asked')),
    whereHeld: () => [],
    givesRights: () => false,
  };
  const grants = (clauses: readonly GrantClause[], denial: Denial = () => 'No.'): Promise<Grants> =>
    findGrants(clauses, denial, rights);
  return { grants, decided };
}

/** The refusal that the promise is rejected with. */
async function refusalOf(promise: Promise<unknown>): Promise<unknown> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RefusedGrants)) return error;
  return { message: error.message, grants: error.grants };
}

describe('the grants of an operation', () => {
  it('holds what was granted, and nothing else', async () => {
    const { grants } = checksOf(`EDIT ${A}`, `EDIT ${B}`, `MANAGE ${B}`, 'ALL');
    const given = await grants([
      [{ privilege: 'EDIT', urn: A }],
      [{ privilege: 'NONE' }, { privilege: 'MANAGE', urn: B, covers: C }],
      [{ privilege: 'ALL' }],
    ]);
    expect(given.on(A)).toEqual(['EDIT']);
    expect(given.on(B)).toEqual([]);
    expect(given.on(C)).toEqual(['MANAGE']);
    expect(given.hasAny(['ALL'])).toBe(false);
  });

  it('decides each privilege once for all entities of a batch, and names the refused one', async () => {
    const { grants, decided } = checksOf(`EDIT ${A}`, `EDIT ${C}`);
    const clauses = [A, B, C].map((urn) => [{ privilege: 'EDIT', urn }]);
    expect(await refusalOf(grants(clauses))).toEqual({
      message: `No. (not on ${B})`,
      grants: [{ privilege: 'EDIT', urn: B }],
    });
    expect(decided).toEqual(['EDIT 3']);
  });

  it('is refused when no alternative is held, with the reason for platform privileges', async () => {
    const { grants } = checksOf('OTHER');
    const platform = [{ privilege: 'ALL' }, { privilege: 'SOME' }];
    expect(await refusalOf(grants([[{ privilege: 'OTHER' }], platform]))).toEqual({
      message: 'No. (no policy grants ALL or SOME)',
      grants: platform,
    });
    const mixed = [{ privilege: 'ALL' }, { privilege: 'EDIT', urn: A }];
    expect(await refusalOf(grants([mixed]))).toEqual({
      message: 'No.',
      grants: mixed,
    });
  });

  it('is refused with the message of the unmet clause', async () => {
    const { grants } = checksOf(`EDIT ${A}`);
    const clauses = [A, B].map((urn) => [{ privilege: 'EDIT', urn }]);
    const denial = grants(clauses, ([refused]) => `Not ${refused?.urn}.`);
    expect(await refusalOf(denial)).toMatchObject({ message: `Not ${B}. (not on ${B})` });
  });
});
