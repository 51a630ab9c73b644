import { ROOT_USER } from '../../model/access/built-in.ts';
import type { Mutator } from './mutator.ts';

/** The root user is a system user, whatever a source that lists it says. */
export const rootUser: Mutator = {
  name: 'rootUser',
  aspects: ['corpUserInfo'],
  mutate: ({ after, urn }) =>
    urn === ROOT_USER && after['system'] !== true ? { ...after, system: true } : after,
};
