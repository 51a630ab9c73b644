/**
 * Why something is allowed or refused, with the urns and privileges in the text, so that clients can show names
 * instead.
 */
export interface Reason {
  readonly text: string;
  /** Urns in the text, each as it is written there. */
  readonly urns: readonly string[];
  /** Privileges in the text. */
  readonly privileges: readonly string[];
}

/** Creates a reason from its text and what it names. */
export function reasonOf(
  text: string,
  { urns = [], privileges = [] }: Partial<Omit<Reason, 'text'>> = {},
): Reason {
  return { text, urns, privileges };
}
