import { ROOT_USER } from '../../model/access/built-in.ts';
import type { Mutator } from './mutator.ts';

/** Keeps the root user a system user when a source that ingests users states otherwise. */
export const rootUser: Mutator = {
  name: 'rootUser',
  aspects: ['corpUserInfo'],
  mutate: ({ after, urn }) =>
    urn === ROOT_USER && after['system'] !== true ? { ...after, system: true } : after,
};
