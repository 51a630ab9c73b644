import { isVisibleByUrn } from '../../query/visibility/visibility.ts';
import type { Scope } from '../../model/scope.ts';
import type { Urn } from '../../model/urn.ts';
import { checkLength } from '../list-limits.ts';
import { list } from '../input-types.ts';
import { defineRead } from '../operation.ts';
import { URN, described, objectOf } from '../shapes.ts';

/**
 * The entities that a reference may show to the caller: visible ones, and missing ones unless a hidden entity could
 * have the urn. So hidden entities cannot be distinguished from missing ones.
 */
export const findShown = defineRead({
  name: 'findShown',
  summary: 'Finds which of the entities may be shown to you: visible ones, and those that do not exist.',
  input: () => objectOf({ urns: described('Urns of the entities.', list(URN)) }),
  limits: ({ urns }, settings) => checkLength('The number of urns', urns.length, settings),
  about: ({ urns }) => urns,
  asOf: ({ urns }, { read }, { scope }) =>
    shown(urns, scope, async (unsure) => new Set((await read(unsure, [])).keys())),
  run: ({ urns }, { query, scope }) => shown(urns, scope, (unsure) => query.existing(unsure, scope)),
});

async function shown(
  urns: readonly Urn[],
  scope: Scope,
  existing: (urns: readonly Urn[]) => Promise<ReadonlySet<Urn>>,
): Promise<ReadonlySet<Urn>> {
  const seen = new Set(urns.filter((urn) => isVisibleByUrn(scope, urn)));
  const unsure = urns.filter((urn) => !seen.has(urn));
  return unsure.length === 0 ? seen : seen.union(await existing(unsure));
}
