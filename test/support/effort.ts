/** Seed of all randomness in a run. Fixed, so that a gate fails only because of a change; `COLOPHON_TEST_SEED` overrides it. */
export const SEED = Number(process.env['COLOPHON_TEST_SEED'] ?? 20_261_121);

/** Multiple of the gate's effort; `COLOPHON_TEST_EFFORT` sets it. */
export const EFFORT = Number(process.env['COLOPHON_TEST_EFFORT'] ?? 1);

/** Scales the gate's amount (cases, rounds, seconds) by the effort of this run; at least 1. */
export function effort(inGate: number): number {
  return Math.max(1, Math.round(inGate * EFFORT));
}
