import { useState } from 'react';

/** The current state of the thing that an editor was opened for; its last known state if someone deletes it, so that nothing typed is lost. */
export function useOpened<Thing extends { readonly urn: string }>(
  now: Thing | null | undefined,
  urn: string | undefined,
): Thing | null | undefined {
  const [last, setLast] = useState(now);
  if (now && now !== last) setLast(now);
  return now === null && last && last.urn === urn ? last : now;
}
