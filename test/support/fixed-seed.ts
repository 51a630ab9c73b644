import fc from 'fast-check';
import { SEED } from './effort.ts';

/** Seeds all property-based tests of the run alike; fast-check prints the seed with a counterexample. */
fc.configureGlobal({ seed: SEED });
