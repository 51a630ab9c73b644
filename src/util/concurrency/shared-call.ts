/** Wraps a function so that concurrent callers share one call. A new call starts only after the previous one ended. */
export function sharedCall<T>(call: () => Promise<T>): () => Promise<T> {
  let inFlight: Promise<T> | undefined;
  return () => {
    inFlight ??= call().finally(() => (inFlight = undefined));
    return inFlight;
  };
}
