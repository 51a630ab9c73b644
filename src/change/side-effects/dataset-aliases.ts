import { formatUrn, urnParts, type Urn } from '../../model/urn.ts';
import { NOTHING_FOLLOWS, type SideEffect } from './side-effect.ts';

const ALIASES = 'aliases';

/**
 * Gives a new dataset whose name has upper-case letters an alias: its urn in lower case, so that clients find it
 * regardless of case.
 */
export const datasetAliases: SideEffect = {
  name: 'datasetAliases',
  entityTypes: ['dataset'],
  aspects: undefined,
  isOfRun: false,
  follow: ({ context: { state }, isStored, proposal, urn }) => {
    if (proposal.changeType === 'DELETE') return NOTHING_FOLLOWS;
    if (isStored !== true && state.entity(urn) !== undefined) return NOTHING_FOLLOWS;
    const lowercasedUrn = lowercased(urn);
    if (lowercasedUrn === urn) return NOTHING_FOLLOWS;
    return () => [{ urn, aspectName: ALIASES, changeType: 'UPSERT', value: { lowercasedUrn } }];
  },
};

/** The urn with the name in lower case; platform and environment stay. */
function lowercased(urn: Urn): Urn {
  const { entityType, key } = urnParts(urn);
  const [platform = '', name = '', ...rest] = key;
  const lower = name.toLowerCase();
  return lower === name ? urn : formatUrn(entityType, platform, lower, ...rest);
}
