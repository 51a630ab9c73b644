import { formatUrn } from '../../model/urn.ts';
import { bootstrap, type BootstrapEntity, type BootstrapParts } from '../bootstrap.ts';
import type { UpdateStep } from '../step.ts';

const ID = 'apply-default-policies';

/** Writes each default policy once per catalog. Editable ones that the operator changes or deletes are not restored. */
export function applyDefaultPolicies(
  policies: readonly BootstrapEntity[],
  parts: BootstrapParts,
): UpdateStep {
  const due = async (): Promise<readonly BootstrapEntity[]> => {
    const applied = await appliedBefore(parts);
    return policies.filter(({ urn }) => !applied.has(urn));
  };
  return {
    id: ID,
    isBlocking: true,
    need: async () => {
      const { length } = await due();
      return length > 0
        ? {
            verdict: 'needed',
            reason: `${length} default policies have never been written.`,
            cause: 'DUE',
          }
        : {
            verdict: 'impossible',
            reason: 'All default policies have been written once.',
            cause: 'UP_TO_DATE',
          };
    },
    run: async () => {
      const written = await bootstrap(await due(), parts);
      // The record of the step keeps the list of applied policies.
      return { policies: written, applied: policies.map(({ urn }) => urn).join(' ') };
    },
  };
}

async function appliedBefore({ store }: BootstrapParts): Promise<ReadonlySet<string>> {
  const urn = formatUrn('dataHubUpgrade', ID);
  const found = await store.reader.entities([urn], ['dataHubUpgradeResult']);
  const result = found.get(urn)?.aspects.get('dataHubUpgradeResult')?.value['result'];
  const applied = typeof result === 'object' && result !== null && 'applied' in result ? result.applied : '';
  return new Set(typeof applied === 'string' ? applied.split(' ') : []);
}
