import { useState } from 'react';

/** What an editor was opened with, as it is now; as it was last if somebody deletes it meanwhile, so that nothing typed is lost. */
export function useOpened<Thing extends { readonly urn: string }>(
  now: Thing | null | undefined,
  urn: string | undefined,
): Thing | null | undefined {
  const [last, setLast] = useState(now);
  if (now && now !== last) setLast(now);
  return now === null && last && last.urn === urn ? last : now;
}
