import fc from 'fast-check';
import { SEED } from './effort.ts';

/** Every property-based test of the run starts from the same seed; fast-check prints it with a counterexample. */
fc.configureGlobal({ seed: SEED });
