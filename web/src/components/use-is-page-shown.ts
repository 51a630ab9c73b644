import { useEffect, useState } from 'react';

/** Time for the page to show the data that it needs first, in ms. */
const FIRST_DATA_MS = 200;

/** Whether the page has had time, in ms, to show the data that it needs first: then further data can be requested. */
export function useIsPageShown(time = FIRST_DATA_MS): boolean {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setIsShown(true);
    }, time);
    return () => {
      clearTimeout(timer);
    };
  }, [time]);
  return isShown;
}
