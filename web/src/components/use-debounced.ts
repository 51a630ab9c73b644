import { useEffect, useState } from 'react';

/** Debounces a value: returns the last value that stayed unchanged for this long, in ms. Values with equal keys are equal. */
export function useDebounced<Value>(
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
