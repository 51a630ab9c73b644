import { DOMAINS_ASPECT, domainsInStep } from '../domain-associations.ts';
import type { Mutator } from './mutator.ts';

/** Keeps `domains` and `domainAssociations` equal: old clients write the one, new clients the other. */
export const domainLists: Mutator = {
  name: 'domainLists',
  aspects: [DOMAINS_ASPECT],
  mutate: ({ before, after }) => domainsInStep(before, after),
};
