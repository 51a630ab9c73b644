import { useEffect, useState } from 'react';

/** A value as it was when it last rested for so long, in ms: what is typed is sent after a pause. Equal keys are equal values. */
export function useRested<Value>(
  value: Value,
  key: string,
  restMs: number,
): { readonly key: string; readonly value: Value } {
  const [rested, setRested] = useState({ key, value });
  useEffect(() => {
    if (rested.key === key) return undefined;
    const timer = setTimeout(() => {
      setRested({ key, value });
    }, restMs);
    return () => {
      clearTimeout(timer);
    };
  }, [key, value, rested.key, restMs]);
  return rested;
}
