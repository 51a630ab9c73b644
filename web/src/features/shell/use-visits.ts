import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { useAreNamed, useEntityNames } from '../../api/names/entity-names.ts';
import { useMe } from '../../api/person/me.ts';
import { removeVisit, recordVisit } from '../../api/person/visits.ts';
import { urnOfStep } from '../../urls/paths.ts';

/** Records a visit of the current entity once it and its name are loaded, and removes that of one that no longer exists. */
export function useVisits(): void {
  const [path] = useLocation();
  const person = useMe()?.corpUser.urn;
  const step = path.split('/')[2] ?? '';
  const urn = urnOfStep(step);
  const isEntity = urn.startsWith('urn:li:');
  const isNamed = useAreNamed(isEntity ? [urn] : []);
  const name = useEntityNames(isEntity ? [urn] : [])(urn);
  const cache = useQueryClient().getQueryCache();
  // The page loads the entity; null: there is none. A column may exist without an entity of its own.
  const isColumn = urn.startsWith('urn:li:schemaField:');
  const isMissing = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => !isColumn && cache.find({ queryKey: ['entity', urn] })?.state.data === null,
  );
  useEffect(() => {
    if (!isEntity || person === undefined) return;
    if (isMissing) removeVisit(person, urn);
    else if (isNamed) recordVisit(person, { urn, name });
  }, [isEntity, isMissing, isNamed, person, urn, name]);
}
