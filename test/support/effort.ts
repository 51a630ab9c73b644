/** Seed of everything random in a run. Fixed, so that a gate fails only for a change; `COLOPHON_TEST_SEED` sets another. */
export const SEED = Number(process.env['COLOPHON_TEST_SEED'] ?? 20_261_121);

/** How many times more than the gate a run tries; `COLOPHON_TEST_EFFORT` sets it. */
export const EFFORT = Number(process.env['COLOPHON_TEST_EFFORT'] ?? 1);

/** How much of something random this run tries: as much as the gate (cases, rounds, seconds), times its effort; at least 1. */
export function effort(inGate: number): number {
  return Math.max(1, Math.round(inGate * EFFORT));
}
